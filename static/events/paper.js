// A sheet is typed from score to score: Enter goes on to the next one, and from what is left to the button.
document.addEventListener("keydown", (event) => {
  const { key, isComposing, target } = event;
  if (key !== "Enter" || isComposing || !target.matches(".typing input")) return;
  event.preventDefault();
  const goesOn = target.name.startsWith("points") ? ".typing input" : "button:enabled:not([data-sign])";
  const next = [...target.form.querySelectorAll(goesOn)].find(
    (each) => target.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  next?.focus();
});

// The keyboards of some phones have digits only: a key changes the sign of the score that was typed last.
let typed;
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(".typing [name^=points]")) typed = target;
});
document.addEventListener("click", ({ target }) => {
  if (!typed?.isConnected || !target.closest?.("[data-sign]")) return;
  typed.value = typed.value.startsWith("-") ? typed.value.slice(1) : `-${typed.value}`;
  typed.focus();
  typed.dispatchEvent(new Event("input", { bubbles: true }));
});
