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

// What belongs together on the form of a hand: seats that cannot be, the pad of one winner at a time, and on a small screen
// the seats folded away once they are chosen. Without this script all of it stands on the page, one below the other.
(() => {
  const form = () => document.querySelector("form.pays");
  const all = (within, select) => [...within.querySelectorAll(select)];
  const ticked = (name) => all(form(), `input[name=${name}]:checked`);
  const result = () => ticked("result")[0]?.value;
  // Who wins a tile first: from the discarder on, from the first seat without one.
  const turn = ({ value }) => (value - (ticked("from")[0]?.value ?? 3) + 3) % 4;
  const inTurn = (one, other) => turn(one) - turn(other);
  const won = () => (["ron", "tsumo"].includes(result()) ? ticked(result()).sort(inTurn) : []);
  const seatsWon = () => won().map(({ value }) => value);

  // Who won did not deal in, nor the other way round; whose hand is dead stays as the page was drawn.
  const bar = (name, other) => {
    for (const input of all(form(), `input[name=${name}]`)) {
      if (input.disabled && !("barred" in input.dataset)) continue;
      input.disabled = !input.checked && ticked(other).some(({ value }) => value === input.value);
      input.toggleAttribute("data-barred", input.disabled);
    }
  };

  // --- one pad at a time -----------------------------------------------------------------------------------------------
  const pad = (seat) => document.getElementById(`value-${seat}`);
  // What was tapped: han and fu, or a limit alone.
  const value = (seat) => {
    const tapped = all(pad(seat), ".pad input:checked");
    const limit = tapped.find((input) => input.closest(".limits, .times"));
    return limit ? [limit] : tapped;
  };
  const isTold = (seat) => {
    const tapped = value(seat);
    return tapped.length === 2 || tapped.some((input) => input.closest(".limits, .times")) || !pad(seat).querySelector(".pad");
  };
  const textOf = (input) => {
    const face = input.nextElementSibling.cloneNode(true);
    for (const each of all(face, ".reach, .why-not")) each.remove();
    return face.textContent.trim();
  };
  // Fu that no hand of so few han has; what was tapped before its han is no longer.
  const barFu = () => {
    for (const input of all(form(), "[data-ron]")) {
      const han = form().querySelector(`input[name=han-${input.name.slice(3)}]:checked`);
      input.disabled = Number(han?.value) < Number(input.dataset[result()]);
      input.checked &&= !input.disabled;
    }
  };
  const pads = () => {
    const { dataset } = form();
    const seats = seatsWon();
    if (!seats.includes(dataset.winner)) dataset.winner = seats.find((seat) => !isTold(seat)) ?? seats[0] ?? "";
    for (const each of all(form(), ".value")) {
      each.toggleAttribute("data-away", seats.length > 1 && each.id !== `value-${dataset.winner}`);
    }
    form().querySelector(".value").inert = !seats.length;
    form().querySelector(".winners").hidden = seats.length < 2;
    for (const button of all(form(), "button[data-winner]")) {
      const seat = button.dataset.winner;
      button.hidden = !seats.includes(seat);
      button.style.order = seats.indexOf(seat);
      button.setAttribute("aria-pressed", seat === dataset.winner);
      button.querySelector(".so-far").textContent = value(seat).map(textOf).join(" ");
    }
  };
  // A value that is whole leads to the next winner's, unless chips are still to be told; the second tap of a hurried finger
  // does not go there.
  const changedPage = () => document.dispatchEvent(new Event("referee:unseen"));
  const goOn = (target) => {
    const seat = seatsWon().find((each) => pad(each).querySelector(".pad")?.contains(target));
    const next = seatsWon().find((each) => !isTold(each));
    if (!seat || !next || !isTold(seat) || pad(seat).querySelector(".chips-won")) return;
    form().dataset.winner = next;
    changedPage();
  };

  // --- the seats, folded away where the screen is small ----------------------------------------------------------------
  const strip = () => form().querySelector(".chosen");
  const isFolded = () => form().hasAttribute("data-folded");
  const whatOf = (input) => input.closest("label").querySelector(".what").textContent;
  const labelOf = (input) => {
    const seat = input.closest(".seat");
    return `${seat.querySelector(".player")?.textContent ?? seat.getAttribute("aria-label")} ${whatOf(input)}`;
  };
  const fold = (wanted) => {
    if (!strip()) return;
    const discarder = result() === "ron" ? ticked("from") : [];
    const [stick, ...others] = ticked("riichi");
    const wall = ticked("wareme").map((input) => `${input.closest("div").firstChild.textContent} ${textOf(input)}`);
    const sticks = stick ? [`${whatOf(stick)} ×${others.length + 1}`] : [];
    const areChosen = won().length > 0 && (result() === "tsumo" || discarder.length > 0);
    strip().hidden = !areChosen;
    strip().firstElementChild.textContent = [...[...won(), ...discarder].map(labelOf), ...wall, ...sticks].join(" · ");
    strip().setAttribute("aria-expanded", !wanted);
    const { activeElement } = document;
    form().toggleAttribute("data-folded", wanted && areChosen);
    if (activeElement !== document.body && !activeElement.checkVisibility()) strip().focus({ preventScroll: true });
  };

  // Who is tapped declared kyuushu kyuuhai; no other abortive draw is declared by anybody, and three ron are sanchahou. Who
  // is in riichi is tenpai, until a second tap says otherwise.
  const declare = ({ name, value, checked }) => {
    const kind = "kyuushu_kyuuhai";
    const tenpai = name === "riichi" && checked && form().querySelector(`[name=tenpai][value="${value}"]:enabled`);
    if (tenpai) tenpai.checked = true;
    if (name === "declarer") form().querySelector(`input[value=${kind}]`).checked = true;
    const three = value === "abort" && ticked("ron")[2];
    for (const input of all(form(), "input[value=sanchahou]")) input.checked ||= three;
    if (name === "abort" && value !== kind) for (const input of ticked("declarer")) input.checked = false;
  };

  const draw = () => {
    bar("ron", "from");
    bar("from", "ron");
    bar("declarer", "riichi");
    barFu();
    pads();
  };
  const drawWhole = () => {
    if (!form()) return;
    draw();
    fold(true);
  };
  document.addEventListener("change", ({ target }) => {
    if (!form() || target.form !== form()) return;
    const before = isFolded();
    declare(target);
    goOn(target);
    draw();
    fold(before || ["result", "ron", "tsumo", "from"].includes(target.name));
    if (isFolded() && (!before || target.name === "wareme")) changedPage();
  });
  document.addEventListener("click", ({ target }) => {
    const tab = target.closest?.("button[data-winner]");
    if (tab) form().dataset.winner = tab.dataset.winner;
    if (tab) pads();
    if (target.closest?.(".chosen")) fold(!isFolded());
    if (target.closest?.(".hint label")) changedPage();
  });
  document.addEventListener("htmx:after:swap", drawWhole);
  drawWhole();
})();
