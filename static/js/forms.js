// One form, one answer. A form that writes keeps the id and the state that it was opened with, is locked from its first
// sending until its answer shows, and says so itself once the hand that it is for is over.
(() => {
  const PATIENCE = 10000;
  const MOMENT = 1000;
  const FELT = 30;
  const words = () => document.getElementById("answers").dataset;
  const field = (form, name) => form?.elements.namedItem(name);
  const formOf = (element) => element?.form ?? element?.closest?.("form");
  const writes = (form) => Boolean(field(form, "command_id"));
  const isPost = (ctx) => ctx?.request?.method === "POST";

  // --- every form gets an id made on this device, so that a request that is sent twice counts once ---------------------
  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const nameForms = () => {
    for (const id of document.querySelectorAll("input[name=command_id]:not([data-mine])")) {
      id.value = newId();
      id.dataset.mine = "";
    }
  };
  // The marks stay on the page when one of them was written: what is tapped next is a new order.
  const nameMarksAgain = (form) => {
    if (form?.isConnected && form.hasAttribute("hx-post")) field(form, "command_id").value = newId();
  };

  // --- locked until the answer shows -----------------------------------------------------------------------------------
  const locks = new Map();
  const noteAfter = (element, text, look = "waits") => {
    const note = Object.assign(document.createElement("p"), { className: look, textContent: text });
    note.setAttribute("role", "status");
    for (const old of document.querySelectorAll("p.waits[role=status]")) old.remove();
    element.after(note);
    return note;
  };
  const lock = (form, button) => {
    const note = noteAfter(button ?? form, words().sending, "waits hidden");
    form.setAttribute("aria-busy", "true");
    button?.classList.add("busy");
    button?.setAttribute("aria-disabled", "true");
    locks.set(form, { button, note, timer: setTimeout(late, PATIENCE, form) });
  };
  const unlock = (form, text = "") => {
    const { button, note, timer } = locks.get(form) ?? {};
    if (!locks.delete(form)) return;
    clearTimeout(timer);
    form.removeAttribute("aria-busy");
    button?.classList.remove("busy");
    button?.removeAttribute("aria-disabled");
    note.textContent = text;
    note.classList.toggle("hidden", !text);
  };
  const isLocked = (form) => locks.has(form) && form.isConnected;
  const anyLocked = () => [...locks.keys()].some(isLocked);

  // After a while it is said what is known about the entry: this phone keeps it, or nobody has answered.
  const isKept = async (id) => {
    const waiting = new Promise((resolve) => setTimeout(resolve, MOMENT));
    const state = await Promise.race([globalThis.phone?.ask("state"), waiting]);
    return Boolean(state?.orders?.some((order) => order.id === id));
  };
  const late = async (form) => {
    if (!isLocked(form)) return;
    const kept = await isKept(field(form, "command_id").value).catch(() => false);
    unlock(form, kept ? words().kept : words().unanswered);
  };

  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const sentByPage = ({ target: form, submitter }) =>
    writes(form) && !form.hasAttribute("hx-post") && (submitter?.getAttribute("formmethod") ?? form.method) === "post";
  document.addEventListener(
    "submit",
    (event) => {
      if (!sentByPage(event)) return;
      if (isLocked(event.target)) stop(event);
      else lock(event.target, event.submitter);
    },
    true,
  );
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest?.("button[hx-post]");
      if (!button || !writes(button.form)) return;
      if (isLocked(button.form) || isUnseen(button.form)) stop(event);
    },
    true,
  );
  // Nobody confirms what he has not seen: a change whose answer is still on its way is looked at first.
  const unseen = new Map();
  const isUnseen = (form) => {
    if (!unseen.has(form)) return false;
    unseen.set(form, words().look);
    document.dispatchEvent(new Event("referee:unseen"));
    return true;
  };
  document.addEventListener("change", ({ target }) => {
    const form = target.closest("form[hx-get]");
    if (form && writes(form)) unseen.set(form, "");
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    const form = ctx.sourceElement;
    if (isPost(ctx) || !unseen.has(form) || ctx.status?.startsWith?.("error: AbortError")) return;
    const button = document.querySelector(`.confirm button[form="${form.id}"]`);
    if (unseen.get(form) && button) noteAfter(button, unseen.get(form));
    unseen.delete(form);
  });
  // An answer may take the place of the form that asked for it.
  const askedBy = new WeakMap();
  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    const { sourceElement: source } = ctx;
    if (isPost(ctx)) askedBy.set(ctx, formOf(source));
    if (isPost(ctx) && source.matches("button") && writes(source.form)) lock(source.form, source);
    else if (!isPost(ctx) && mustWait(ctx)) event.preventDefault();
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    const form = askedBy.get(ctx);
    if (!form) return;
    if (ctx.response && ctx.response.status < 500) nameMarksAgain(form);
    // What this phone entered is felt in the hand.
    if (ctx.response?.status < 300 && writes(form)) navigator.vibrate?.(FELT);
    if (!ctx.hx?.redirect && !ctx.hx?.location) unlock(form, words().unanswered);
  });
  // While a form waits for its answer nothing else is put into its page, not even what was asked for before.
  const mustWait = (ctx) => ctx.target !== document.body && (anyLocked() || isEarly(ctx.sourceElement));
  document.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    if (!isPost(ctx) && ctx.target !== document.body && anyLocked()) event.preventDefault();
  });

  // --- opened for one state of the game --------------------------------------------------------------------------------
  // What this phone knows better than a page that it kept is filled in once, before anything is tapped; from then on the
  // page stays as it is, and its address names the state.
  const watch = () => document.querySelector("[data-watch]");
  const watched = () => document.querySelector(watch()?.getAttribute("hx-include").split(" ")[0]);
  const screen = () => watch()?.closest("main");
  const typed = () => new URLSearchParams(location.search);
  const asked = (form) => form.dispatchEvent(new Event("change", { bubbles: true }));
  const isOpen = () => "held" in (screen()?.dataset ?? {});
  let early = false;
  const isEarly = (source) => {
    if (!watch() || isOpen() || source !== watched()) return false;
    early = true;
    return true;
  };
  const STATE = ["expected_event", "expected"];
  const nameAddress = (form) => {
    const address = new URL(location.href);
    for (const name of STATE) address.searchParams.set(name, field(form, name).value);
    address.searchParams.delete("anew");
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  };
  const open = () => {
    if (!watch() || isOpen()) return;
    screen().dataset.held = "";
    const form = watched();
    const named = typed().has("anew") ? [] : STATE.filter((name) => typed().get(name));
    const differs = named.length > 0 && typed().get(named[0]) !== field(form, named[0]).value;
    if (differs) for (const name of STATE) field(form, name).value = typed().get(name) ?? "";
    form.hidden ||= differs;
    nameAddress(form);
    if (early || differs) asked(form);
    early = false;
    htmx.trigger(watch(), "refresh");
  };
  const isKeptPage = () => "kept" in document.documentElement.dataset;
  const touched = (event) => event.isTrusted && !isKeptPage() && screen()?.contains(event.target) && open();
  for (const kind of ["pointerdown", "keydown", "change"]) document.addEventListener(kind, touched, true);
  for (const kind of ["referee:state", "referee:filled"]) document.addEventListener(kind, open);
  document.addEventListener("referee:news", () => watch() && htmx.trigger(watch(), "refresh"));
  // What is folded out on the table stays as it is, too.
  document.addEventListener("toggle", ({ target }) => target.toggleAttribute("data-held", target.open), true);

  // --- over ------------------------------------------------------------------------------------------------------------
  const over = () => screen()?.querySelector(".over");
  const still = (part) => {
    if (!part.contains(over())) part.inert = true;
    else if (part !== over()) [...part.children].forEach(still);
  };
  // An entry of this phone that was on its way is there by now: the form is right after all.
  const goOn = () => {
    const form = watched();
    if (!form.hasAttribute("hx-get")) return location.reload();
    for (const part of [form, ...form.querySelectorAll("[inert]")]) part.inert = part.hidden = false;
    return asked(form);
  };
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (!ctx.sourceElement.matches?.("[data-watch]") || ctx.text?.trim()) return;
    event.preventDefault();
    if (ctx.response.status === 200 && over()) goOn();
  });

  const arrived = () => {
    nameForms();
    if (over()) still(watched());
  };
  document.addEventListener("htmx:after:swap", arrived);
  window.addEventListener("pageshow", ({ persisted }) => persisted && [...locks.keys()].forEach((form) => unlock(form)));
  arrived();
})();
