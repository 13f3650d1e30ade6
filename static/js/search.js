// Filters and orders the list of offences while somebody types, in the same order as the core's search (core/search.py);
// a test compares both. What is folded how comes from the core with the page.
const box = () => document.getElementById("query");
const fold = (text) => {
  const folds = JSON.parse(document.getElementById("folds").textContent);
  return folds.reduce((folded, [from, to]) => folded.replaceAll(from, to), text).replace(/^ +| +$/g, "");
};
const joined = (words) => words.replaceAll(" ", "");
const slips = (query) => (query.length < 4 ? 0 : query.length < 6 ? 1 : 2);
const MISSED = 900;

// How many letters must be put in, taken out, replaced or swapped.
const edits = (one, other) => {
  const rows = [[...Array(other.length + 1).keys()]];
  for (let i = 0; i < one.length; i++) {
    rows.push([i + 1]);
    for (let j = 0; j < other.length; j++) {
      let cost = Math.min(rows[i][j] + (one[i] !== other[j]), rows[i][j + 1] + 1, rows[i + 1][j] + 1);
      if (i && j && one[i] === other[j - 1] && one[i - 1] === other[j]) cost = Math.min(cost, rows[i - 1][j - 1] + 1);
      rows[i + 1].push(cost);
    }
  }
  return rows[one.length][other.length];
};

const toPhrase = (query, phrase) => {
  const [short, long] = [joined(query), joined(phrase)];
  const surplus = Math.min(Math.abs(long.length - short.length), 99);
  if (short === long) return 0;
  if (long.startsWith(short)) return 100 + surplus;
  if (long.includes(short) && short.length > 1) return 200 + surplus;
  const errors = edits(short, long);
  if (errors <= slips(short)) return 400 + errors;
  return long.length > 2 && short.includes(long) ? 500 + surplus : MISSED;
};

const byWords = (query, phrase) => {
  const [wanted, words] = [query.split(" "), phrase.split(" ")];
  if (wanted.length < 2) return MISSED;
  if (wanted.every((part) => words.some((word) => word.includes(part)))) return 300 + words.length;
  const near = (part) => words.some((word) => edits(part, word) <= slips(part));
  return wanted.every(near) ? 600 + words.length : MISSED;
};

const distance = (query, item) => {
  const phrases = item.dataset.words.split(";");
  const isPenalty = item.dataset.penalties.split(";").some((word) => joined(word) === joined(query));
  return Math.min(isPenalty ? 700 : MISSED, ...phrases.flatMap((each) => [toPhrase(query, each), byWords(query, each)]));
};

const filter = () => {
  const query = fold(box().value);
  const list = document.querySelector(".hits");
  const items = [...list.children].sort((one, other) => one.dataset.place - other.dataset.place);
  const ranked = items.map((item) => [query ? distance(query, item) : 0, item]).sort(([one], [other]) => one - other);
  for (const [rank, item] of ranked) item.hidden = rank >= MISSED;
  list.append(...ranked.map(([, item]) => item));
  document.getElementById("offences").classList.toggle("offences--searched", query !== "");
  document.getElementById("no-hit").hidden = ranked.some(([rank]) => rank < MISSED);
};

// What was typed stays in the address, so that the way back from an offence leads to the same list.
const remember = () => {
  const address = new URL(location.href);
  if (box().value) address.hash = "";
  address.searchParams.set("query", box().value);
  history.replaceState(null, "", address);
};
const recall = () => {
  if (!box()) return;
  box().value ||= new URLSearchParams(location.search).get("query") ?? "";
  if (box().value) filter();
};

document.addEventListener("input", (event) => event.target === box() && filter());
document.addEventListener("click", (event) => event.target.closest(".hits a") && box().value && remember());
window.addEventListener("pageshow", recall);
document.addEventListener("referee:arrived", recall);
