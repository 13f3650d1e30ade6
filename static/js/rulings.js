// The address follows the answers, so that it shows the same ruling again, and the eye is led to the answer.
const form = () => document.getElementById("facts");
const ruling = () => document.getElementById("ruling");
let asked = "";

const hidden = (name, value) => {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  form().querySelector(`input[type=hidden][name="${CSS.escape(name)}"]`)?.remove();
  form().prepend(field);
};

// A page that a phone kept for every offence learns from the address which one it shows, and with what answers.
const fill = () => {
  if (!ruling() || ruling().firstElementChild) return;
  const told = new URLSearchParams(location.search);
  for (const [name, value] of told) if (/^(ruleset$|option-)/.test(name) && !("table" in form().dataset)) hidden(name, value);
  hidden("offence", location.pathname.split("/").pop());
  const fields = new URLSearchParams([...new FormData(form())]);
  for (const [name, value] of told) if (!fields.has(name)) fields.append(name, value);
  htmx.ajax("GET", `${form().getAttribute("hx-get")}?${fields}`, { target: "#ruling", swap: "innerHTML" });
};
window.addEventListener("load", fill);
document.addEventListener("referee:arrived", fill);

document.addEventListener("change", ({ target }) => {
  if (!form()?.contains(target)) return;
  const told = [...new FormData(form())].filter(([name, value]) => value && name !== "offence");
  history.replaceState(null, "", `?${new URLSearchParams(told)}`);
  asked = target.id;
});

document.addEventListener("htmx:after:swap", () => {
  if (!ruling()) return;
  const verdict = ruling().querySelector(".verdict");
  const next = verdict ?? document.getElementById(asked);
  next?.focus({ preventScroll: true });
  if (asked) (verdict ? document.getElementById("screen") : next)?.scrollIntoView({ block: verdict ? "start" : "nearest" });
});
