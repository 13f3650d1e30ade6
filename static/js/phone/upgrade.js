// A page that was asked for through another version of this program, which still answers on this phone: what is unsent
// goes out first, by the version that made it; then the one that waits takes over, and the page is asked for again.
// Every version since the first one knows what is asked here.
const EVERY = 1000;
const PATIENCE = 20000;
const { serviceWorker: workers } = navigator;
const notice = document.getElementById("notice");

const pause = () => new Promise((resolve) => setTimeout(resolve, EVERY));
const ask = (worker, what) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, 5 * EVERY, {});
    worker.postMessage({ ask: what }, [port2]);
  });

// An entry that somebody has to look at, and those behind it, stay on the phone: the next version shows them.
const isBlocked = (order, orders) =>
  orders.some((each) => each.state !== "unsent" && each.token === order.token && each.place <= order.place);
const unsent = async (worker) => {
  const { orders = [] } = await ask(worker, "state");
  return orders.filter((order) => !isBlocked(order, orders)).length;
};
// While the server takes nothing, nobody is shut out: entries stay on the phone, and the next version sends them.
const sent = async (worker) => {
  const until = Date.now() + PATIENCE;
  for (let left = await unsent(worker); left && Date.now() < until; left = await unsent(worker)) {
    notice.textContent = notice.dataset.sending.replace("{count}", left);
    await ask(worker, "hello");
    await pause();
  }
};
const nextOf = async (registration) => {
  const until = Date.now() + PATIENCE;
  while (!registration.waiting && Date.now() < until) {
    if (!registration.installing) await registration.update().catch(() => {});
    if (!registration.waiting) await pause();
  }
  return registration.waiting;
};

const upgrade = async () => {
  const registration = await workers?.getRegistration();
  if (!registration?.active) return;
  const { build } = await ask(registration.active, "state");
  if (build === document.documentElement.dataset.build) return location.reload();
  await sent(registration.active);
  const next = await nextOf(registration);
  if (next) return next.postMessage({ ask: "take over" });
  // This phone cannot keep the next version now: its pages come from the network alone until it can.
  await registration.unregister();
  location.reload();
};

workers?.addEventListener("controllerchange", () => location.reload());
upgrade();
