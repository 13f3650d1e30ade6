// Says on every page what is saved and what is not, and shows what this phone knows while there is no network.
const line = () => document.getElementById("link");
const lang = document.documentElement.lang;
const typed = () => new URLSearchParams(location.search);
const page = () => {
  const gap = typed().get("gap");
  const shown = document.querySelector("[data-shown]")?.dataset.shown;
  const token = location.pathname.match(/^\/t\/([^/]+)/)?.[1];
  return { token, lang, gap: gap && Number(gap), shown: shown && Number(shown) };
};
let transport;

// --- who answers: the service worker, or where there is none this page itself ------------------------------------------
// While the server is frozen Firefox and WebKit hold a registration back until they know whether there is a newer worker;
// a page that has one does not wait for that.
const asWorker = async () => {
  const registering = navigator.serviceWorker.register("/sw.js", { type: "module" });
  registering.catch(() => {});
  const registration = (await navigator.serviceWorker.getRegistration()) ?? (await registering);
  navigator.serviceWorker.addEventListener("message", ({ data }) => heard(data));
  navigator.serviceWorker.addEventListener("controllerchange", () => renewing && location.reload());
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", update));
  await navigator.serviceWorker.ready;
  return (message) =>
    new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => resolve({ ...data, renewal: registration.waiting });
      registration.active.postMessage(message, [channel.port2]);
    });
};
const inPage = async () => {
  const build = await (await fetch("/phone/build.json")).json();
  const [{ isWhole, makeTransport }, { loadMicroPython }, { store }] = await Promise.all(
    [build.transport, build.machine, build.store].map((address) => import(address)),
  );
  const pages = {
    get: async (path) => kept(await store.get("pages", path)),
    put: async (path, response) => store.put("pages", await response.text(), path),
  };
  const kept = (text) => text && new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  const texts = new Map();
  const read = async (address) => {
    if (!texts.has(address)) {
      const response = await fetch(address);
      if (!response.ok || !(await isWhole(response))) throw new Error(`${address}: ${response.status}`);
      texts.set(address, await response.blob());
    }
    return new Response(texts.get(address));
  };
  const has = async (address) => texts.has(address);
  const drop = async (address) => texts.delete(address);
  transport = makeTransport({ build, loadMicroPython, read, has, drop, pages, tell: heard, eager: true });
  await stay(build);
  return transport.told;
};
// Without a worker a page that is left is lost: links and forms bring the next one into this one, which therefore has the
// styles and the scripts of all.
const stay = async ({ files, scripts }) => {
  for (const src of scripts) if (!document.querySelector(`script[src="${src}"]`)) await import(src);
  for (const href of files.filter((file) => file.endsWith(".css"))) {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    if (!document.querySelector(`link[href="${href}"]`)) document.head.append(sheet);
  }
  document.body.setAttribute("hx-boost:inherited", "true");
  htmx.process(document.body);
  document.addEventListener("submit", followed);
  document.addEventListener("click", tapped, { capture: true });
};
// A link that is tapped before htmx has come to it would leave the page.
const tapped = ({ target }) => {
  const link = target.closest("a[href^='/']");
  if (link && !("htmxPowered" in link.dataset)) htmx.process(link);
};
// A form that asks for parts of its page is no link yet where a button of it leads to another page.
const followed = (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || (submitter?.getAttribute("formmethod") ?? form.method) !== "get") return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, submitter));
  const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.pathname;
  const link = Object.assign(document.createElement("a"), { href: `${address}?${fields}`, hidden: true });
  document.body.append(link);
  htmx.process(link);
  link.click();
};
const answerOf = (request) => transport?.handle(request) ?? fetch(request);
const inPlace = (response) => {
  const next = response.headers.get("HX-Redirect");
  if (!next) return response;
  return new Response("", { status: 200, headers: { "HX-Location": next } });
};
const canWork = "serviceWorker" in navigator && isSecureContext;
const connected = (canWork ? asWorker().catch(inPage) : inPage()).catch(() => undefined);
const connectedTo = connected.then(() => (transport ? "page" : "worker"));
const ask = async (what, more = {}) => (await connected)?.({ ask: what, ...page(), ...more });

// --- requests: what is written is kept first, even where the page is not ready for it yet --------------------------------
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  ctx.request.headers["Page-Language"] = lang;
  const waits = !canWork && ctx.request.method !== "GET";
  if (!transport && !waits) return;
  ctx.fetch = async (address, init) => {
    if (waits) await connected;
    return inPlace(await answerOf(new Request(address, init)));
  };
});

// --- what is shown -----------------------------------------------------------------------------------------------------
let renewing = false;
let dirty = false;
let seen = 0;
document.addEventListener("change", () => {
  dirty = true;
});

const time = (at) => new Date(at).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const say = (key, facts = {}) =>
  Object.entries(facts).reduce((text, [name, fact]) => text.replace(`{${name}}`, fact), line().dataset[key]);

const waiting = (orders) => orders.find((order) => ["conflict", "refused", "held"].includes(order.state));
const said = ({ orders, downSince }) => {
  const block = waiting(orders);
  const unsent = orders.filter((order) => order.state === "unsent").length;
  const parts = [];
  if (block) parts.push(say(block.state));
  if (downSince) parts.push(say("down", { time: time(downSince) }));
  if (unsent) parts.push(say(downSince || block ? "unsent" : "sending", { count: unsent }));
  if (seen) parts.push(say("seen", { time: time(seen) }));
  return parts.length ? parts.join(" · ") : say("saved", { time: time(Date.now()) });
};
const show = (state) => {
  const text = said(state);
  const [words, look, renew] = line().children;
  line().className = `link link--${waiting(state.orders) ? "waits" : state.orders.length ? "unsent" : state.downSince ? "down" : "saved"}`;
  if (words.textContent !== text) words.textContent = text;
  look.hidden = !state.orders.length;
  renew.hidden = !state.renewal || state.orders.length > 0 || dirty;
  renew.onclick = () => {
    renewing = true;
    state.renewal.postMessage({ ask: "take over" });
  };
  line().hidden = false;
};

const set = (element, what, value) => {
  if (what === "text") {
    if (element.textContent !== value) element.textContent = value;
  } else if (what === "html") {
    if (element.innerHTML !== value) element.innerHTML = value;
  } else if (what === "checked") element.checked = value !== null;
  else if (value === null) element.removeAttribute(what);
  else if (element.getAttribute(what) !== value) element.setAttribute(what, value);
};
const fill = (values) => {
  for (const element of document.querySelectorAll("[data-fill]:not([data-held] *)")) {
    for (const [what, name] of element.dataset.fill.split(" ").map((pair) => pair.split("="))) {
      if (name in values && !(what === "checked" && typed().has("drawn"))) set(element, what, values[name]);
    }
  }
  document.dispatchEvent(new Event("referee:filled"));
};

const heard = (news = {}) => {
  if (news.notice) announce(news.notice);
  update();
  document.dispatchEvent(new Event("referee:told"));
};
const announce = (notice) => {
  line().children[0].textContent = notice;
};
const update = async () => {
  const state = await ask("state");
  if (!state) return;
  show(state);
  await fillFrom();
  if (seen) show(state);
  document.dispatchEvent(new Event("referee:known"));
};
const fillFrom = async () => {
  const filling = page().token && (await ask("filling"))?.filling;
  if (filling) fill(filling);
  const { dataset } = document.documentElement;
  if (dataset.kept && !filling) seen = Number(dataset.kept);
  delete dataset.kept;
};
const hello = () => ask("hello").then(update);

// --- a page that was kept without what was typed: the address still says it ----------------------------------------------
const restored = (control) => {
  const values = typed().getAll(control.name);
  if (["radio", "checkbox"].includes(control.type)) {
    const wanted = values.includes(control.value);
    const differs = control.checked !== wanted && (typed().has("drawn") || values.length > 0);
    if (differs) control.checked = wanted;
    return differs;
  }
  if (!values.length || control.type === "hidden" || control.value === values[0]) return false;
  control.value = values[0];
  return true;
};
const asked = (form) => {
  if (form.dataset.htmxPowered) form.dispatchEvent(new Event("change", { bubbles: true }));
  else setTimeout(asked, 50, form);
};
const restore = () => {
  const form = document.querySelector("form[hx-get]");
  if (form && [...form.elements].filter(restored).length) asked(form);
};

const arrived = () => {
  restore();
  hello();
  document.dispatchEvent(new Event("referee:arrived"));
};

// --- choices about entries that wait -------------------------------------------------------------------------------------
document.addEventListener("click", ({ target }) => {
  const forgets = target.closest("[data-forget]");
  if (forgets) ask("forget", { id: forgets.dataset.forget });
});

globalThis.phone = { ask, connectedTo, time };
hello();
window.addEventListener("load", restore);
document.addEventListener("visibilitychange", () => document.hidden || hello());
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail?.ctx?.target === document.body) arrived();
  update();
});
window.addEventListener("online", hello);
window.addEventListener("pageshow", (event) => event.persisted && hello());
setInterval(() => document.hidden || hello(), 15000);
