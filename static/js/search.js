// A page that was kept, or that is come back to, asks again for what its address says.
const recall = () => {
  const box = document.getElementById("query");
  const asked = new URLSearchParams(location.search).get("query") ?? "";
  if (!box || (box.value === asked && asked === box.defaultValue)) return;
  box.value ||= asked;
  if (box.value) box.dispatchEvent(new Event("referee:recalled"));
};
window.addEventListener("pageshow", recall);
document.addEventListener("referee:arrived", recall);
