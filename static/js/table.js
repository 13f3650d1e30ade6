// What makes a table's pages quicker than plain forms; without it everything still works.
document.documentElement.classList.add("scripted");

// Every form gets an id made on this device, so that a request that is sent twice counts once.
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const nameForms = () => {
  for (const field of document.querySelectorAll("input[name=command_id]:not([data-mine])")) {
    field.value = newId();
    field.dataset.mine = "";
  }
};
const trouble = (shown) => {
  const notice = document.getElementById("trouble");
  if (notice) notice.hidden = !shown;
};

// Whoever confirmed something and was told no stands at the answer, not back at the top of the page.
const showAnswer = () => {
  const told = document.querySelector("#screen .refusals, #screen.conflict h1");
  if (!told || document.activeElement !== document.body) return;
  told.tabIndex = -1;
  told.focus();
};

nameForms();
document.addEventListener("htmx:after:swap", nameForms);
document.addEventListener("htmx:after:swap", showAnswer);
// A form that stays on the page after it was kept on this phone is a new one.
document.addEventListener("referee:filled", () => {
  for (const field of document.querySelectorAll("#table input[data-mine]")) delete field.dataset.mine;
  nameForms();
});
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const field of document.querySelectorAll("input[data-mine]")) delete field.dataset.mine;
  nameForms();
  refresh();
});

// A hidden page does not ask, nor one where something is folded out under a finger; afterwards it asks at once.
const polled = () => document.querySelector("[data-poll]");
const busy = () => document.hidden || polled().querySelector("details[open]:not([data-quiet])");
const refresh = () => polled() && !busy() && htmx.trigger(polled(), "refresh");
document.addEventListener("visibilitychange", refresh);
document.addEventListener("toggle", refresh, true);

// What is folded out near the bottom is brought into view.
document.addEventListener("toggle", (event) => event.target.open && event.target.scrollIntoView({ block: "nearest" }), true);
document.addEventListener("htmx:before:request", (event) => {
  const source = event.detail.ctx?.sourceElement ?? event.target;
  if (source === polled() && busy()) event.preventDefault();
});

// No connection is said, and is no longer said once there is one.
document.addEventListener("htmx:error", () => trouble(true));
document.addEventListener("htmx:after:request", () => trouble(false));
