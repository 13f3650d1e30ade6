// Who sits where: each tap counts, the fourth enters the winds; four who sit down sit in the order of their taps.
document.addEventListener("change", ({ target }) => {
  const form = target.form;
  if (form?.dataset.winds !== undefined) {
    for (const other of form.querySelectorAll("input[type=radio]:checked")) if (other !== target && other.value === target.value) other.checked = false;
    if (form.querySelectorAll("input[type=radio]:checked").length === 4) form.requestSubmit();
  }
  if (form?.dataset.four !== undefined) {
    const field = form.elements.tapped;
    const before = field.value.split(" ").filter((each) => each && each !== target.value);
    const after = target.checked ? [...before, target.value] : before;
    field.value = after.join(" ");
    for (const each of form.querySelectorAll("input[name=who]")) {
      const place = after.indexOf(each.value);
      each.nextElementSibling.querySelector(".order").textContent = place < 0 ? "" : `${"東南西北"[place] ?? "?"} `;
    }
  }
});
