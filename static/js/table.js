// What makes a table's pages quicker than plain forms; without it everything still works.

const trouble = (shown) => {
  const notice = document.getElementById("trouble");
  if (notice) notice.hidden = !shown;
};

// Whoever confirmed something and was told no stands at the answer, not back at the top of the page.
const showAnswer = () => {
  const notice = document.querySelector("#screen .refusals, #screen.conflict h1");
  if (!notice || document.activeElement !== document.body) return;
  notice.tabIndex = -1;
  notice.focus();
};

document.addEventListener("htmx:after:swap", showAnswer);

// A hidden page does not ask. Where something is folded out or ticked under a finger, an answer is taken only if it says what
// the table is now: its result is in, its signal has fallen, its card is revoked. That stands at the top, and is brought
// into view. Afterwards all is asked at once.
const polled = () => document.querySelector("[data-poll]");
const busy = () => document.hidden || polled().querySelector("details[open]:not([data-quiet]), [name=agrees]:checked");
const refresh = () => polled() && !busy() && htmx.trigger(polled(), "refresh");
document.addEventListener("visibilitychange", refresh);
document.addEventListener("referee:news", refresh);
// A page that is come back to says at once what has changed; what was folded out was meant for what stood there then.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const folded of document.querySelectorAll("[data-poll] details[open]")) folded.open = false;
  refresh();
});
document.addEventListener("toggle", refresh, true);

// What is folded out near the bottom is brought into view.
document.addEventListener("toggle", (event) => event.target.open && event.target.scrollIntoView({ block: "nearest" }), true);
const newsIn = (tag) => tag?.split("!")[1];
const wait = (event) => {
  const { sourceElement = event.target, response } = event.detail.ctx ?? {};
  if (sourceElement !== polled()) return;
  const shown = newsIn(polled().getAttribute("hx-ptag"));
  const news = newsIn(response?.headers.get("HX-PTag"));
  const isNews = response ? response.status >= 400 || (news && news !== shown) : shown;
  if (busy() && (document.hidden || !isNews)) event.preventDefault();
  else if (response?.status === 200 && isNews) scrollTo(0, 0);
};
document.addEventListener("htmx:before:request", wait);
document.addEventListener("htmx:before:response", wait);

document.addEventListener("click", ({ target }) => target.closest?.("[data-print]") && window.print());

// The fourth who agrees enters the result; what comes next then stands at the top.
document.addEventListener("change", ({ target: { form, name } }) => {
  if (name !== "agrees" || form.querySelectorAll("[name=agrees]:checked").length < 4) return;
  scrollTo(0, 0);
  form.requestSubmit();
});

// No connection is said, and is no longer said once there is one: also where nobody answered what was changed last.
const isUnanswered = ({ request, response, sourceElement }) =>
  request.method === "GET" && response?.status === 204 && !sourceElement.matches?.("[data-poll]");
document.addEventListener("htmx:error", () => trouble(true));
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => trouble(isUnanswered(ctx)));
