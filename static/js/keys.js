// A keyboard at the table and on the form of a hand: each key does what the button or the choice that names it does, of
// several the one after what is chosen; "?" shows the list.
(() => {
  const TYPED_INTO = "input:not([type=radio], [type=checkbox]), select, textarea";
  const list = () => document.getElementById("keys");
  const canBe = (each) => each.checkVisibility() && !each.control?.disabled && !each.closest("[inert]");
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!list() || list().open || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.(key === "Enter" ? `a, button, summary, ${TYPED_INTO}` : TYPED_INTO)) return;
    if (key === "?") list().showModal();
    const named = [...document.querySelectorAll("[data-key]")].filter((each) => each.dataset.key === key && canBe(each));
    if (key === "?" || !named.length) return;
    event.preventDefault();
    const next = named[(named.findIndex(({ control }) => control?.checked) + 1) % named.length];
    next.focus();
    next.click();
  });
  document.addEventListener("click", ({ target }) => target.closest("[data-key='?']") && list().showModal());
})();
