// While the form of a new event is drawn anew for other rules, what is typed stays, and what is folded out stays open.
(() => {
  const form = () => document.querySelector("form.plan");
  const values = () => new FormData(form());
  const more = () => form().querySelector("details");
  const fits = (field, value) => !field.options || [...field.options].some((each) => each.value === value);
  const sent = new WeakMap();
  let later = [];
  let open = false;
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => sent.set(ctx, values()));
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    later = [...values()].filter(([name, value]) => sent.get(ctx)?.get(name) !== value);
    open = more().open;
  });
  document.addEventListener("htmx:after:swap", () => {
    more().open = open;
    for (const [name, value] of later) {
      const field = form().elements.namedItem(name);
      if (field && fits(field, value)) field.value = value;
    }
  });
})();
