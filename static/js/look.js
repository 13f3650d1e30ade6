// A page wears the look of this device, whenever and by whomever it was drawn.
const root = document.documentElement;

const wear = (look) => {
  for (const [name, usual] of [["theme", "device"], ["contrast", "device"], ["hand", "right"]]) {
    const value = look[name] ?? usual;
    if (value === usual) delete root.dataset[name];
    else root.dataset[name] = value;
  }
  document.getElementById("contrast").media = root.dataset.contrast === "more" ? "all" : "(prefers-contrast: more)";
};

// One that the browser had stored wears what was chosen since; what this phone drew wears it already.
const remembered = document.cookie.match(/(?:^|; )look="?([^;"]*)/)?.[1] ?? "";
if (root.dataset.answeredBy !== "phone") wear(Object.fromEntries(new URLSearchParams(remembered)));

// One that is put into another's place brings its own, and its language.
const COLOURS = "meta[name=color-scheme], meta[name=theme-color]";
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target !== document.body) return;
  const drawn = new DOMParser().parseFromString(ctx.text, "text/html");
  root.lang = drawn.documentElement.lang;
  wear(drawn.documentElement.dataset);
  for (const old of document.querySelectorAll(COLOURS)) old.remove();
  document.head.append(...drawn.querySelectorAll(COLOURS));
});
