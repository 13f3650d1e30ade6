// What stands on an event's page is the server's: while it cannot be reached nothing is sent from here, and what was typed
// stays. A page that this phone had kept says of when it is, and gives way to the present one.
(() => {
  const { dataset } = document.documentElement;
  const isKept = "kept" in dataset;
  if (isKept) dataset.asOf = dataset.kept;
  let isLocked = isKept;
  let typed = false;

  const words = () => document.getElementById("no-connection");
  const locks = (form) => isLocked && form.matches("form[method=post]");
  const show = (since) => {
    const [key, at] = isKept ? ["kept", Number(dataset.asOf)] : ["down", since];
    const text = isLocked ? words().dataset[key].replace("{time}", globalThis.phone.time(at)) : "";
    if (words().textContent !== text) words().textContent = text;
    words().hidden = !isLocked;
    document.querySelector("main").classList.toggle("no-connection", isLocked);
    for (const each of document.querySelectorAll(".not-sent")) if (!isLocked) each.remove();
  };
  const refuse = (form, button) => {
    for (const each of document.querySelectorAll(".not-sent")) each.remove();
    const note = Object.assign(document.createElement("p"), { className: "waits not-sent", textContent: words().dataset.locked });
    note.setAttribute("role", "status");
    (button ?? form).after(note);
  };
  document.addEventListener(
    "submit",
    (event) => {
      if (!locks(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      refuse(event.target, event.submitter);
    },
    true,
  );
  document.addEventListener("input", () => (typed = true));

  const learn = async () => {
    if (!words()) return;
    const { downSince } = (await globalThis.phone.ask("state")) ?? {};
    if (!downSince && isKept && !typed) return location.reload();
    isLocked = downSince > 0;
    show(downSince);
  };
  document.addEventListener("referee:state", learn);
  document.addEventListener("DOMContentLoaded", () => {
    const line = document.getElementById("link").dataset;
    line.down = line.foreign = document.querySelector("[data-line]").dataset.line;
    if (isKept && words()) show(0);
  });
})();
