// Offers the installation where the phone can do it; on the table page once in the life of this device.
const hint = document.querySelector(".install");
const SEEN = "install-hint";
const isInstalled = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
const isOffered = () => hint && !isInstalled() && !("once" in hint.dataset && localStorage.getItem(SEEN));

// It lies below everything that is tapped at a table and moves none of it; once somebody has seen it, it has been shown.
const shown = new IntersectionObserver((entries) => {
  if ("once" in hint.dataset && entries.some((each) => each.isIntersecting)) localStorage.setItem(SEEN, "shown");
});
const offer = (part) => {
  if (!isOffered()) return;
  hint.hidden = false;
  hint.querySelector(part).hidden = false;
  shown.observe(hint);
};

let prompt = null;
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  prompt = event;
  offer("[data-install=now]");
});
if (navigator.standalone === false) offer(".install-ios");

hint?.addEventListener("click", (event) => {
  const tapped = event.target.closest("[data-install]");
  if (!tapped) return;
  localStorage.setItem(SEEN, "answered");
  hint.hidden = true;
  if (tapped.dataset.install === "now") prompt.prompt();
});
