// The address follows the answers, so that it shows the same ruling again, and the eye is led to the answer.
const form = () => document.getElementById("facts");
const ruling = () => document.getElementById("ruling");
let asked = "";

document.addEventListener("change", ({ target }) => {
  if (!form()?.contains(target)) return;
  const fields = [...new FormData(form())].filter(([name, value]) => value && name !== "offence");
  history.replaceState(null, "", `?${new URLSearchParams(fields)}`);
  asked = target.id;
});

document.addEventListener("htmx:after:swap", () => {
  if (!ruling()) return;
  const verdict = ruling().querySelector(".verdict");
  const next = verdict ?? document.getElementById(asked);
  next?.focus({ preventScroll: true });
  if (asked) (verdict ? document.getElementById("screen") : next)?.scrollIntoView({ block: verdict ? "start" : "nearest" });
});
