// The hall's screen: names and tables in turn, the sound of the signal, and since when there is no news.
const TURN_SECONDS = 15;
const PART_SECONDS = 5;
const LARGEST = 96;
const SMALLEST = 18;
const MOST_COLUMNS = 5;
const LINE_STEPS = 9;

// Few names are shown as large as the screen allows in the number of columns that allows most, no word of them broken; of
// many, in the smallest letters, one screen after the other.
const fits = (each) => each.scrollWidth <= each.clientWidth;
const isOnScreen = (list) => list.scrollHeight <= list.clientHeight && fits(list);
const isWhole = (list) => isOnScreen(list) && [...list.querySelectorAll("span")].every(fits);
const set = (list, size, columns) => Object.assign(list.style, { fontSize: `${size}px`, columnCount: columns, columnWidth: columns && "auto" });
const largest = (list, columns, least) => {
  let [whole, over] = [least, LARGEST + 1];
  while (over - whole > 1) {
    const size = Math.floor((whole + over) / 2);
    set(list, size, columns);
    if (isWhole(list)) whole = size;
    else over = size;
  }
  return whole;
};
// What is left below the last line is given to all of them.
const spread = (list) => {
  let steps = LINE_STEPS;
  const room = () => list.style.setProperty("--room", `${steps / 10}em`);
  for (room(); steps > 1 && !isWhole(list); room()) steps -= 1;
};
const fit = (list) => {
  let [size, columns] = [SMALLEST, ""];
  list.style.setProperty("--room", "0.1em");
  set(list, size, columns);
  list.classList.toggle("smallest", !isOnScreen(list));
  if (!isOnScreen(list)) return;
  for (let count = 1; count <= MOST_COLUMNS; count += 1) {
    const found = largest(list, count, size);
    if (found > size) [size, columns] = [found, count];
  }
  set(list, size, columns);
  list.classList.toggle("smallest", !columns);
  spread(list);
};

let turn = 0;
let shown = 0;
const turns = () => [...document.querySelectorAll("[data-turn]")];
const listShown = () => turns().find((each) => !each.hidden)?.firstElementChild;
const showTurn = () => {
  turns().forEach((each, place) => (each.hidden = place !== turn % turns().length));
  const list = listShown();
  if (list) fit(list);
};
const showNext = () => {
  turn += 1;
  shown = 0;
  showTurn();
  listShown()?.scrollTo(0, 0);
};
setInterval(() => {
  const list = listShown();
  shown += PART_SECONDS;
  const gap = list ? Number.parseFloat(getComputedStyle(list).columnGap) || 0 : 0;
  if (list && list.scrollLeft + list.clientWidth < list.scrollWidth - gap) list.scrollBy(list.clientWidth + gap, 0);
  else if (shown >= TURN_SECONDS) showNext();
}, PART_SECONDS * 1000);
// Also what appears above the names takes room from them: the text of the signal.
const resized = new ResizeObserver(showTurn);
const begin = () => {
  showTurn();
  resized.disconnect();
  document.querySelectorAll(".turns").forEach((each) => resized.observe(each));
};

let audio = null;
const start = document.querySelector("[data-start-hall]");
start.addEventListener("click", () => {
  audio = new AudioContext();
  audio.resume();
  navigator.wakeLock?.request("screen").catch(() => {});
  document.documentElement.requestFullscreen?.().catch(() => {});
  start.hidden = true;
});
const gong = (after) => {
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.frequency.value = 440;
  loud.gain.setValueAtTime(0.9, audio.currentTime + after);
  loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + after + 1.8);
  tone.connect(loud).connect(audio.destination);
  tone.start(audio.currentTime + after);
  tone.stop(audio.currentTime + after + 1.8);
};

const RECENT = 60;
let rung = "";
document.addEventListener("referee:clock", ({ detail: { left, each } }) => {
  const fallen = left <= 0;
  const signal = document.querySelector("[data-signal-text]");
  if (signal) signal.hidden = !fallen;
  document.documentElement.classList.toggle("hall-signal", fallen);
  if (!fallen || rung === each.dataset.clockAt || left < -RECENT) return;
  rung = each.dataset.clockAt;
  if (audio) [0, 2, 4].forEach(gong);
});

let answered = Number(document.documentElement.dataset.asOf) || Date.now();
const main = document.querySelector("main.hall");
document.addEventListener("htmx:after:request", ({ detail }) => {
  if ([200, 304].includes(detail.ctx?.response?.status)) answered = Date.now();
});
setInterval(() => {
  const notice = document.querySelector(".old-news");
  notice.hidden = Date.now() - answered < 10000;
  const time = new Date(answered).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (!notice.hidden) notice.textContent = main.dataset.news.replace("{time}", time);
}, 1000);
document.addEventListener("htmx:after:swap", begin);
begin();
