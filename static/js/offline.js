// Says on every page what is saved and what is not.
const line = () => document.getElementById("link");
const lang = () => document.documentElement.lang;
// The table, or the game that is only read, as the phone's own program names it.
const tokenHere = () => location.pathname.match(/^\/t\/([^/]+)/)?.[1] ?? location.pathname.match(/^\/(s\/[^/]+)$/)?.[1];
const page = () => ({ token: tokenHere(), lang: lang() });
const ASK_AGAIN = 20000;
let transport;

// --- who answers: the service worker, or where there is none this page itself ------------------------------------------
// While the server is frozen Firefox and WebKit hold a registration back until they know whether there is a newer worker;
// a page that has one does not wait for that.
const asWorker = async () => {
  const registering = navigator.serviceWorker.register("/sw.js", { type: "module" });
  registering.catch(() => {});
  const registration = (await navigator.serviceWorker.getRegistration()) ?? (await registering);
  navigator.serviceWorker.addEventListener("message", ({ data }) => onNews(data));
  navigator.serviceWorker.addEventListener("controllerchange", () => renewing && location.reload());
  const watch = () => registration.installing?.addEventListener("statechange", update);
  registration.addEventListener("updatefound", watch);
  watch();
  await navigator.serviceWorker.ready;
  // A worker that the browser stops before it has answered is asked again; another one then starts.
  return (message) =>
    new Promise((resolve) => {
      const put = () => {
        const channel = new MessageChannel();
        channel.port1.onmessage = ({ data }) => {
          clearInterval(again);
          resolve({ ...data, renewal: registration.waiting });
        };
        registration.active.postMessage(message, [channel.port2]);
      };
      const again = setInterval(put, ASK_AGAIN);
      put();
    });
};
// A page of an event is only the server's: it is left for others like any page, with its own styles.
const inPage = async () => {
  if (document.querySelector("main.event")) return undefined;
  const build = await (await fetch("/phone/build.json")).json();
  const [{ fetchFile, makeTransport }, { loadMicroPython }, { store }] = await Promise.all(
    [build.transport, build.machine, build.store].map((address) => import(address)),
  );
  const cleared = pagesOf(build, store).catch(() => {});
  const pages = {
    get: async (path) => {
      await cleared;
      return kept(await store.get("pages", path));
    },
    put: async (path, response) => {
      await cleared;
      await store.put("pages", await response.text(), path);
    },
    all: () => store.keys("pages"),
  };
  const kept = (text) => text && new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  const texts = new Map();
  const read = async (address) => {
    if (!texts.has(address)) texts.set(address, await (await fetchFile(address, build)).blob());
    return new Response(texts.get(address));
  };
  const has = async (address) => texts.has(address);
  const drop = async (address) => texts.delete(address);
  transport = makeTransport({ build, loadMicroPython, read, has, drop, pages, tell: onNews, eager: true });
  await stay(build);
  return transport.reply;
};
// The pages that are kept are those of one build.
const pagesOf = async ({ name }, store) => {
  const key = "pages of";
  if ((await store.get("rules", key)) === name) return;
  await store.clear("pages");
  await store.put("rules", name, key);
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
// What is set is worn by the page where it is, by whomever it is answered. Whoever is let in no more leaves the page: the
// answer would be the same again and again.
const SETTINGS = { path: "/settings", source: ".settings", target: "body", swap: "innerMorph", push: "false" };
const inPlace = (response, sets) => {
  const path = response.headers.get("HX-Redirect");
  if (!path || response.status === 403 || !(transport || sets)) return response;
  const swap = path.split("#")[0] === location.pathname ? undefined : "innerHTML show:top";
  return new Response("", { status: 200, headers: { "HX-Location": JSON.stringify(sets ? SETTINGS : { path, swap }) } });
};
const canWork = "serviceWorker" in navigator && isSecureContext;
const connected = (canWork ? asWorker().catch(inPage) : inPage()).catch(() => undefined);
const connectedTo = connected.then(() => (transport ? "page" : "worker"));
const ask = async (what, more = {}) => (await connected)?.({ ask: what, ...page(), ...more });

// --- requests: what is written is kept first, even where the page is not ready for it yet; what is not the server's
// answer, or this phone's own, is put into no page ------------------------------------------------------------------------
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  ctx.request.headers["Page-Language"] = lang();
  const waits = !canWork && ctx.request.method !== "GET";
  ctx.fetch = async (address, init) => {
    if (waits) await connected;
    const response = await answerOf(new Request(address, init));
    if (!response.headers.has("Referee")) throw new Error("something else answered");
    return inPlace(response, ctx.sourceElement.matches?.(SETTINGS.source));
  };
});

// --- what is shown -----------------------------------------------------------------------------------------------------
let renewing = false;
let touched = false;
for (const each of ["pointerdown", "keydown"]) document.addEventListener(each, () => (touched = true), { capture: true });
let dirty = false;
let keptAt = 0;
document.addEventListener("change", () => {
  dirty = true;
});

// A browser's own words for a time of day take it longer than the rest of the page.
const time = (at) => {
  const moment = new Date(at);
  return [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
};
const say = (key, facts = {}) =>
  Object.entries(facts).reduce((text, [name, fact]) => text?.replace(`{${name}}`, fact), line().dataset[key]);

const isBlock = ({ state }) => ["conflict", "refused", "held"].includes(state);
const because = ({ state, because: why = "" }) => (state === "held" ? `held${why}` : state);
const isBehind = (order, orders) =>
  orders.some((each) => isBlock(each) && each.token === order.token && each.place < order.place);
const kindOf = ({ orders, downSince, paused = [], lost = 0, gone = [], keepsNothing }) => {
  if (orders.some(isBlock) || lost || keepsNothing || gone.includes(page().token)) return "waits";
  if (orders.length || paused.length) return "unsent";
  return downSince ? "down" : "saved";
};
const textOf = ({ orders, downSince, foreign, paused = [], lost = 0, gone = [], keepsNothing }) => {
  const unsent = orders.filter((order) => order.state === "unsent");
  const behind = unsent.filter((order) => isBehind(order, orders)).length;
  const free = unsent.length - behind;
  const parts = [
    ...orders.filter(isBlock).slice(0, 1).map((order) => say(because(order))),
    behind && say("behind", { count: behind }),
    gone.includes(page().token) && say("gone"),
    lost && say("lost", { count: lost }),
    keepsNothing && say("keepsnothing"),
    downSince && say(foreign ? "foreign" : "down", { time: time(downSince) }),
    !downSince && paused.length && (say(`paused${paused[0].replace("_", "")}`) ?? say("pausedunavailable")),
    free && say(downSince || paused.length ? "unsent" : "sending", { count: free }),
    keptAt && say("seen", { time: time(keptAt) }),
  ].filter(Boolean);
  return parts.length ? parts.join(" · ") : say("saved", { time: time(Date.now()) });
};
let latest;
const show = (state) => {
  latest = state;
  const text = textOf(state);
  const [words, look, renew] = line().children;
  line().className = `link link--${kindOf(state)}`;
  if (words.textContent !== text) words.textContent = text;
  look.hidden = !state.orders.length && !state.lost && !state.keepsNothing;
  const canRenew = state.renewal && !state.orders.length && !dirty;
  renew.hidden = !canRenew;
  renew.onclick = () => takeOver(state.renewal);
  // That all is saved is said at a table: an event's page says itself what was written, and most are only read.
  line().hidden = kindOf(state) === "saved" && !keptAt && !canRenew && !page().token;
  // On a page of the server's that nobody has touched since it was asked for, nothing can be lost.
  const isFresh = !touched && !state.downSince && !document.documentElement.dataset.answeredBy;
  if (canRenew && isFresh) takeOver(state.renewal);
};
const takeOver = (worker) => {
  renewing = true;
  worker.postMessage({ ask: "take over" });
};

const onNews = (news = {}) => {
  if (news.notice) announce(news.notice);
  update();
  document.dispatchEvent(new Event("referee:news"));
};
const announce = (notice) => {
  line().children[0].textContent = notice;
  line().hidden = false;
};
const update = async () => {
  const state = await ask("state");
  if (!state) return;
  const { dataset } = document.documentElement;
  if (dataset.kept) keptAt = Number(dataset.kept);
  delete dataset.kept;
  show(state);
  document.dispatchEvent(new Event("referee:state"));
};
const hello = () => ask("hello", { alone: canWork && !navigator.serviceWorker.controller }).then(update);

const arrived = () => {
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
document.addEventListener("visibilitychange", () => document.hidden || hello());
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail?.ctx?.target === document.body) {
    if (latest) show(latest);
    arrived();
  }
  update();
});
window.addEventListener("online", hello);
window.addEventListener("pageshow", (event) => event.persisted && hello());
setInterval(() => document.hidden || hello(), 15000);
