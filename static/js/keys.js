// A keyboard at the table: each key does what the button that names it does; "?" shows the list.
(() => {
  const TYPED_INTO = "input, select, textarea";
  const list = () => document.getElementById("keys");
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!list() || list().open || event.ctrlKey || event.metaKey || event.altKey || target.closest?.(TYPED_INTO)) return;
    const named = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
    if (key === "?") list().showModal();
    if (key === "?" || !named?.checkVisibility()) return;
    event.preventDefault();
    named.focus();
    named.click();
  });
  document.addEventListener("click", ({ target }) => target.closest("[data-key='?']") && list().showModal());
})();
