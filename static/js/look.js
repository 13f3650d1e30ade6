// A page that the browser had stored wears the look that was chosen since; what this phone drew wears it already.
const root = document.documentElement;
const remembered = document.cookie.match(/(?:^|; )look="?([^;"]*)/)?.[1] ?? "";
const chosen = new URLSearchParams(remembered);

const wear = () => {
  for (const [name, usual] of [["theme", "device"], ["contrast", "device"], ["hand", "right"]]) {
    const value = chosen.get(name) ?? usual;
    if (value === usual) delete root.dataset[name];
    else root.dataset[name] = value;
  }
  document.getElementById("contrast").media = root.dataset.contrast === "more" ? "all" : "(prefers-contrast: more)";
};
if (root.dataset.answeredBy !== "phone") wear();
