// The round timer of this device: a deadline in the server's time, kept across reloads and shown on every page, also
// where pages take each other's place without being loaded.
const strip = () => document.getElementById("clock");
const CLOCK = "clock";
const OFFSET = "clock-offset";
const ALARM_SECONDS = 30;
const ASK_AGAIN = 5000;

const stored = (key) => JSON.parse(localStorage.getItem(key) ?? "null");
const store = (key, value) => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, JSON.stringify(value)));
// Between two looks at this phone's own clock only what cannot be set counts.
let anchor = null;
const anchorNow = () => (anchor = { at: performance.now(), server: Date.now() + (stored(OFFSET) ?? 0) });
const serverNow = () => (anchor ?? anchorNow()).server + performance.now() - anchor.at;

// How far this phone's clock is off; without a network the last measurement holds.
const measure = async () => {
  const sent = Date.now();
  const { now } = await (await fetch("/clock", { cache: "no-store", signal: AbortSignal.timeout(2000) })).json();
  const offset = Math.round(now - (sent + Date.now()) / 2);
  // A round that has just begun is kept before the server was asked: whoever leaves the page at once loses nothing.
  const { guessed, ...clock } = stored(CLOCK) ?? {};
  if (guessed) store(CLOCK, { ...clock, deadline: clock.deadline + offset - (stored(OFFSET) ?? 0) });
  store(OFFSET, offset);
  anchorNow();
};

// Where the server did not tell its time, the network being slow or gone, it is asked again.
let measured = null;
let later = 0;
const measureOnce = () => (measured ??= measure().catch(() => (later = setTimeout(measureAgain, ASK_AGAIN))));
const measureAgain = () => {
  clearTimeout(later);
  measured = null;
  return measureOnce().then(show);
};

// The screen stays on while it is wanted; the system takes the lock away whenever the page is hidden.
let lock = null;
const showAwake = () => {
  const button = strip().querySelector("[data-clock=awake]");
  button.hidden = !navigator.wakeLock;
  button.setAttribute("aria-pressed", String(Boolean(lock && !lock.released)));
};
const stayAwake = async () => {
  if (!navigator.wakeLock || document.hidden || !stored(CLOCK)?.awake || (lock && !lock.released)) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
  lock?.addEventListener("release", showAwake);
  showAwake();
};
const sleep = async () => {
  await lock?.release();
  lock = null;
  showAwake();
};

// Sound needs a tap before it may be heard: the one that starts the timer, or the first one after a reload.
let audio = null;
const unlockSound = () => {
  audio ??= new AudioContext();
  audio.resume();
};
const beep = (after) => {
  const tone = audio.createOscillator();
  tone.frequency.value = 880;
  tone.connect(audio.destination);
  tone.start(audio.currentTime + after);
  tone.stop(audio.currentTime + after + 0.25);
};
let alarm = 0;
const ring = () => {
  if (audio?.state === "running") [0, 0.4, 0.8].forEach(beep);
  navigator.vibrate?.([250, 150, 250, 150, 250]);
};
const tellOver = () => {
  const notice = strip().querySelector(".clock-over");
  if (!notice.textContent) notice.textContent = strip().querySelector("template").content.textContent;
};
const startAlarm = () => {
  document.documentElement.classList.add("time-up");
  ring();
  alarm = setInterval(ring, 2000);
  setTimeout(() => clearInterval(alarm), ALARM_SECONDS * 1000);
};
const stopAlarm = () => {
  document.documentElement.classList.remove("time-up");
  clearInterval(alarm);
  navigator.vibrate?.(0);
};

const textOf = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
const show = () => {
  const clock = stored(CLOCK);
  strip().hidden = !clock;
  if (!clock) return;
  showAwake();
  strip().querySelector("[data-clock=stop]").hidden = Boolean(clock.round) && !document.documentElement.classList.contains("time-up");
  const left = Math.ceil((clock.deadline - serverNow()) / 1000);
  strip().querySelector(".clock-left").hidden = left <= 0;
  if (left <= 0) {
    tellOver();
    if (!clock.heard && !document.documentElement.classList.contains("time-up")) startAlarm();
    return;
  }
  const text = textOf(left);
  const shown = strip().querySelector("strong");
  if (shown.textContent !== text) shown.textContent = text;
  strip().querySelector(".clock-over").textContent = "";
};

// The clock of an event's round is told by the page of its table, and stays on every page until that tells another one,
// or staff see an event's own pages: they show the clock that counts there.
const follow = () => {
  const signal = document.querySelector("[data-signal]")?.dataset;
  if (!signal) return;
  const deadline = Date.parse(signal.signal);
  const clock = stored(CLOCK);
  if (clock?.deadline === deadline && clock.round) return;
  if (document.documentElement.classList.contains("time-up")) stopAlarm();
  if (deadline) {
    store(CLOCK, { deadline, awake: clock?.awake ?? false, round: true, table: tableHere() });
    measureOnce().then(show);
  } else if (clock?.round) store(CLOCK, null);
};

const tableHere = () => location.pathname.match(/^\/t\/([^/]+)$/)?.[1];
const start = (minutes) => {
  store(CLOCK, { deadline: serverNow() + minutes * 60000, awake: true, table: tableHere(), guessed: true });
  measureAgain();
  show();
  stayAwake();
};
const end = () => {
  store(CLOCK, null);
  stopAlarm();
  sleep();
  show();
};
// A round that was started at a table is over with its game; the signal of an event's once its question is answered.
const endWithGame = () => {
  const clock = stored(CLOCK);
  if (!clock?.table || clock.table !== tableHere()) return;
  if (document.querySelector("nav.record")?.hidden && !document.querySelector("[name=running]")) end();
  else if (clock.round && !clock.heard && document.querySelector(".signal:not([hidden])")) stop();
};
// After the alarm the question that the time signal asks lies open.
const stop = () => {
  const over = document.documentElement.classList.contains("time-up");
  const clock = stored(CLOCK);
  if (clock?.round) {
    store(CLOCK, { ...clock, heard: true });
    return stopAlarm();
  }
  if (!over && !confirm(strip().querySelector("[data-clock=stop]").dataset.question)) return;
  end();
  const others = over && document.querySelector(".others");
  if (others) {
    others.open = true;
    others.querySelector("[name=running]")?.focus();
  }
};
const toggleAwake = () => {
  const clock = stored(CLOCK);
  const awake = Boolean(lock && !lock.released);
  store(CLOCK, { ...clock, awake: !awake });
  return awake ? sleep() : stayAwake();
};

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-clock-start]")) return;
  event.preventDefault();
  const minutes = Number.parseInt(event.target.elements.minutes.value, 10);
  if (!(minutes > 0)) return;
  if (stored(CLOCK)?.deadline > serverNow() && !confirm(event.target.dataset.question)) return;
  stopAlarm();
  unlockSound();
  event.target.closest("details").open = false;
  start(minutes);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-clock]");
  if (button) (button.dataset.clock === "stop" ? stop : toggleAwake)();
});
document.addEventListener("pointerdown", () => stored(CLOCK) && unlockSound());
document.addEventListener("visibilitychange", () => {
  anchorNow();
  if (!document.hidden && stored(CLOCK)?.round) measureAgain();
  stayAwake();
  show();
});
globalThis.roundClock = { now: serverNow, textOf, measure: measureAgain };

for (const kind of ["htmx:after:swap", "referee:filled"])
  document.addEventListener(kind, () => {
    follow();
    endWithGame();
    show();
  });

if (stored(CLOCK)) measureOnce();
follow();
stayAwake();
endWithGame();
show();
setInterval(show, 500);
