// A page that this phone had stored as it was drawn wears the look that was chosen since.
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
if ("kept" in root.dataset) wear();
