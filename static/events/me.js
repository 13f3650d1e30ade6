// Whoever has looked for himself need not do so again on this phone. Only the number is kept, no name.
const key = `me ${location.pathname.split("/")[2]}`;
const known = localStorage.getItem(key);
const asked = new URLSearchParams(location.search);
const found = document.querySelector("[data-me]").dataset.me;

if (found) localStorage.setItem(key, found);
else if (!asked.has("me") && known) {
  asked.set("me", known);
  location.replace(`?${asked}`);
} else if (!asked.get("me") || asked.get("me") === known) localStorage.removeItem(key);
