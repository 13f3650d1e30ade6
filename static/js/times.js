// The log holds times in UTC; a reader sees them by the clock of the device.
const FORMS = {
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  day: { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
};
const showLocal = () => {
  for (const each of document.querySelectorAll("time[data-local]")) {
    each.textContent = new Date(each.dateTime).toLocaleString(document.documentElement.lang, FORMS[each.dataset.local]);
    delete each.dataset.local;
  }
};
document.addEventListener("htmx:after:swap", showLocal);
showLocal();
