document.documentElement.classList.add("scripted");

// The second tap of a hurried finger does nothing on the page that the first one led to: for a moment after a page has
// changed, a touch where the last one was is ignored, until one elsewhere shows that somebody has looked. Keyboard and
// mouse never are.
(() => {
  const NEAR = 64;
  const MOMENT = 700;
  const LAST = "last touch";
  const WHOLE = ["BODY", "screen", "table"];

  let changed;
  let before = [];
  let ignored = false;
  const shown = () => {
    changed = performance.mark("page changed").startTime;
  };
  const change = () => {
    before = last();
    shown();
  };
  const last = () => {
    try {
      return JSON.parse(sessionStorage.getItem(LAST)) ?? [];
    } catch {
      return [];
    }
  };
  const keep = (touch) => {
    try {
      sessionStorage.setItem(LAST, JSON.stringify(touch));
    } catch {
      // A browser that keeps nothing has no last touch.
    }
  };

  window.addEventListener(
    "pointerdown",
    ({ pointerType, clientX, clientY }) => {
      ignored = false;
      if (pointerType === "mouse") return;
      const [x, y] = before;
      ignored = performance.now() - changed < MOMENT && Math.hypot(clientX - x, clientY - y) <= NEAR;
      if (ignored) return;
      keep([clientX, clientY]);
      before = [];
    },
    true,
  );
  window.addEventListener(
    "click",
    (event) => {
      if (!ignored || event.detail === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  // A page has changed when it is there to be seen, too, when all of it was put in another's place, and when an order
  // was answered by drawing the table again.
  change();
  window.addEventListener("DOMContentLoaded", shown);
  window.addEventListener("pageshow", ({ persisted }) => (persisted ? change() : shown()));
  requestAnimationFrame(() => requestAnimationFrame(shown));
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const ordered = ctx?.request?.method === "POST";
    const whole = WHOLE.includes(ctx?.target?.id || ctx?.target?.tagName) && ctx.swap !== "innerMorph";
    if (whole && (ordered || ctx.target.id !== "table")) change();
  });
  // Of a list only the line that was tapped changes: the next finger goes on to the one below.
  const isLine = (ctx) => ctx.target?.matches?.("li");
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => ctx?.request?.method === "POST" && !ctx.hx?.location && !isLine(ctx) && change());
  document.addEventListener("referee:unseen", change);
})();

// A link or a button that leads to another page shows that it was tapped, until that page is there or will not come.
(() => {
  const PATIENCE = 10000;
  let going;
  const stay = () => {
    going?.classList.remove("going");
    going = undefined;
  };
  const go = (tapped) => {
    stay();
    going = tapped;
    going.classList.add("going");
    setTimeout(() => going === tapped && stay(), PATIENCE);
  };
  const isHere = ({ hash, pathname }) => hash && pathname === location.pathname;
  const leads = (link) => link && link.origin === location.origin && !isHere(link) && !link.hasAttribute("download");
  const isPlain = (event) => !event.defaultPrevented && !(event.ctrlKey || event.metaKey || event.shiftKey);
  window.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (isPlain(event) && leads(link)) go(link);
  });
  window.addEventListener("submit", (event) => isPlain(event) && event.submitter && go(event.submitter));
  window.addEventListener("pageshow", stay);
  // Safari shows what is under a finger only where touches are listened to.
  document.addEventListener("touchstart", () => {}, { passive: true });
})();
