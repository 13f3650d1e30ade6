// After an entry the scores run from what they were to what they are, and sticks go to where they lie now. What the page
// says is the present state throughout; whoever wants no motion sees none.
(() => {
  const RUN = 600;
  const APART = 90;
  const MOST_STICKS = 4;
  const STICK = 1000;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const table = () => document.getElementById("table");
  const key = () => `moved ${table().getAttribute("hx-get").split("/")[2]}`;
  const score = (seat) => document.querySelector(`#score-${seat} strong`);
  const stick = (seat) => document.querySelector(`#riichi-${seat} .stick-art`);
  const middle = () => document.querySelector(".on-table b");
  const seats = [0, 1, 2, 3];
  const points = (element) => Number(element.dataset.points);
  const isLaid = (seat) => stick(seat).closest("button").ariaPressed === "true";
  const now = () => ({
    hand: Number(document.querySelector(".felt--play [name=hand]").value),
    onTable: points(middle()),
    scores: seats.map((seat) => points(score(seat))),
    laid: seats.map(isLaid),
  });

  const written = (amount) => {
    const { thousands, minus } = table().dataset;
    const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, thousands);
    return (amount < 0 ? minus : "") + digits;
  };
  const run = (element, from, to) => {
    const began = performance.now();
    const step = (moment) => {
      const part = Math.min(1, Math.max(0, (moment - began) / RUN));
      if (part === 1) return element.removeAttribute("data-running");
      element.dataset.running = written(Math.round((from + (to - from) * (1 - (1 - part) ** 3)) / 100) * 100);
      return element.isConnected && requestAnimationFrame(step);
    };
    step(began);
  };
  const go = (from, to, after = 0) => {
    const flying = Object.assign(document.createElement("span"), { className: "stick-art flying", ariaHidden: "true" });
    const at = (element) => {
      const box = element.getBoundingClientRect();
      return { transform: `translate(${box.x}px, ${box.y}px)` };
    };
    table().append(flying);
    const gone = () => flying.remove();
    flying.animate([at(from), at(to)], { duration: RUN, delay: after, easing: "ease-in-out", fill: "both" }).finished.then(gone, gone);
  };

  const moveSticks = (before, after) => {
    const taken = (before.onTable - after.onTable) / STICK;
    if (after.hand === before.hand) {
      for (const seat of seats.filter((each) => after.laid[each] !== before.laid[each])) {
        if (after.laid[seat]) go(stick(seat), middle());
        else go(middle(), stick(seat));
      }
    } else if (after.hand > before.hand && taken > 0) {
      const gains = seats.map((seat) => after.scores[seat] - before.scores[seat]);
      const winner = stick(gains.indexOf(Math.max(...gains)));
      for (let each = 0; each < Math.min(taken, MOST_STICKS); each += 1) go(middle(), winner, each * APART);
    }
  };
  const move = (before, after) => {
    for (const seat of seats) if (before.scores[seat] !== after.scores[seat]) run(score(seat), before.scores[seat], after.scores[seat]);
    if (before.onTable !== after.onTable) run(middle(), before.onTable, after.onTable);
    moveSticks(before, after);
  };

  const last = () => {
    try {
      return JSON.parse(sessionStorage.getItem(key()));
    } catch {
      return null;
    }
  };
  const keep = (state) => {
    try {
      sessionStorage.setItem(key(), JSON.stringify(state));
    } catch {
      // A browser that keeps nothing knows no state before this one.
    }
  };
  const show = () => {
    if (!table()) return;
    const [before, after] = [last(), now()];
    keep(after);
    const differs = before && JSON.stringify(before) !== JSON.stringify(after);
    if (differs && !still.matches && !("gap" in table().dataset)) move(before, after);
  };
  document.addEventListener("htmx:after:swap", show);
  show();
})();
