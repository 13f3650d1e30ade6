// The buttons beside a number change it in place; without this script they send the form instead.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=step]");
  if (!button) return;
  event.preventDefault();
  const input = button.closest(".stepper").querySelector("input");
  const change = button.value.endsWith("+1") ? 1 : -1;
  input.value = String(Math.max(0, (Number.parseInt(input.value, 10) || 0) + change));
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

// The other language shows what is asked now, which the address says, not what was asked when the page was drawn.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".languages a");
  if (!link) return;
  const address = new URL(location.href);
  address.searchParams.set("lang", link.hreflang);
  link.href = address.href;
});
