// Taps are remembered here until an answer holds them, so that quick fingers never outrun the network.
// What a tap does is decided where the answer is made; without this script every tap is a form that is sent.
const taps = [];
let asked = 0;
let changed = false;
let answered = true;
let used = false;

const form = () => document.getElementById("tiles");
const remember = () => {
  const place = document.getElementById("taps");
  place.replaceChildren(
    ...taps.map((tap) => Object.assign(document.createElement("input"), { type: "hidden", name: "tap", value: tap })),
  );
};

document.addEventListener("click", (event) => {
  const key = event.target.closest("button[name=tap]");
  if (!key || key.disabled) return;
  event.preventDefault();
  taps.push(key.value);
  remember();
  form().dispatchEvent(new Event("change", { bubbles: true }));
});

// What is pasted counts at once; typing counts when the field is left.
document.addEventListener("paste", (event) => {
  if (event.target.form === form()) setTimeout(() => form().dispatchEvent(new Event("change", { bubbles: true })));
});

// An answer that comes after another tap, which is about to be asked for, would take that tap back.
document.addEventListener("change", ({ target }) => {
  if (target.closest("form") !== form()) return;
  changed = true;
  answered = false;
  used = false;
});
document.addEventListener("htmx:before:swap", (event) => {
  if (changed && event.target === form()) event.preventDefault();
});
document.addEventListener("htmx:config:request", ({ target }) => {
  if (target !== form()) return;
  asked = taps.length;
  changed = false;
});

// A hand is used as it was tapped, not as it stood before the last tap: its button waits for the answer, and asks once more
// where none came.
document.addEventListener("submit", (event) => {
  if (answered || !event.submitter?.matches(".use")) return;
  event.preventDefault();
  form().dispatchEvent(new Event("change", { bubbles: true }));
  used = true;
});

// The answer holds the taps it was asked with, and says what is ticked; the address then brings this hand back.
document.addEventListener("htmx:after:swap", () => {
  if (!form()) return;
  for (const box of form().querySelectorAll("#hand-view input")) {
    if (box.checked !== box.defaultChecked) box.checked = box.defaultChecked;
  }
  taps.splice(0, asked);
  asked = 0;
  remember();
  const fields = [...new FormData(form())].filter(([name, value]) => value && name !== "tap");
  history.replaceState(history.state, "", `${form().action.split("?")[0]}?${new URLSearchParams(fields)}`);
  answered ||= !changed;
  if (answered && used) form().querySelector(".use")?.click();
  used = false;
});
