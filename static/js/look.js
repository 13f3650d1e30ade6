// A page that this phone had stored wears the look that was chosen since.
const root = document.documentElement;
const kept = document.cookie.match(/(?:^|; )look="?([^;"]*)/)?.[1] ?? "";
const chosen = new URLSearchParams(kept);

for (const [name, usual] of [["theme", "device"], ["contrast", "device"], ["hand", "right"]]) {
  const value = chosen.get(name) ?? usual;
  if (value === usual) delete root.dataset[name];
  else root.dataset[name] = value;
}
document.getElementById("contrast").media = root.dataset.contrast === "more" ? "all" : "(prefers-contrast: more)";
