// The clocks of a round on pages of an event: what the server drew goes on, in the server's time, on every clock alike.
const clock = globalThis.roundClock;
const OFTEN = 5 * 60000;
const show = () => {
  for (const each of document.querySelectorAll("[data-clock-at]")) {
    if (!each.dataset.clockAt) continue;
    const left = Math.ceil((Date.parse(each.dataset.clockAt) - clock.now()) / 1000);
    const text = clock.textOf(Math.max(0, left));
    if (each.textContent !== text) each.textContent = text;
    document.dispatchEvent(new CustomEvent("referee:clock", { detail: { left, each } }));
  }
};
await clock.measure();
// A screen may stand here all day, while its own clock runs too fast or is set.
setInterval(clock.measure, OFTEN);
document.addEventListener("visibilitychange", () => document.hidden || clock.measure());
document.addEventListener("htmx:after:swap", show);
setInterval(show, 250);
show();
