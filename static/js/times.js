// The log holds times in UTC; a reader sees them by the clock of the device, written as its country writes them.
const FORMS = {
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  day: { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
};
const showLocal = () => {
  const { lang } = document.documentElement;
  const local = navigator.languages.find((each) => each.startsWith(lang)) ?? lang;
  for (const each of document.querySelectorAll("time[data-local]")) {
    each.textContent = new Date(each.dateTime).toLocaleString(local, FORMS[each.dataset.local]);
    delete each.dataset.local;
  }
};
document.addEventListener("htmx:after:swap", showLocal);
showLocal();
