// The page about this phone: what it keeps and what it has not sent, as the worker tells it.
const { ask, connectedTo, time } = globalThis.phone;

const byId = (id) => document.getElementById(id);
const field = (pairs, name) => pairs.find(([key]) => key === name)?.[1] ?? "";
const copyOf = (id) => byId(id).content.firstElementChild.cloneNode(true);

// Of the words that the server wrote for every case, only those of this one stay.
const only = (row, kind, value) => {
  for (const each of row.querySelectorAll(`[data-${kind}]`)) if (!each.dataset[kind].split(" ").includes(value)) each.remove();
};

const isBlock = ({ state }) => ["conflict", "refused", "held"].includes(state);
const stateOf = (order, orders) => {
  if (order.state === "held" && order.because) return `held-${order.because}`;
  const isBehind = orders.some((each) => isBlock(each) && each.token === order.token && each.place < order.place);
  return order.state === "unsent" && isBehind ? "behind" : order.state;
};

const orderRow = (order, names, state) => {
  const row = copyOf("order");
  const action = order.action.replace(/\d+/, "n");
  const known = row.querySelector(`[data-action="${CSS.escape(action)}"]`);
  only(row, "action", known ? action : "other");
  only(row, "result", order.action === "hands" ? field(order.pairs, "result") || "ron" : "");
  only(row, "state", state);
  const at = row.querySelector("[data-names]");
  at.textContent = names ? at.dataset.names.replace("{names}", names.join(" · ")) : "";
  row.querySelector("[data-at]").textContent = time(order.at);
  const form = row.querySelector("form");
  form.hidden = order.state === "unsent";
  form.action = order.path;
  const resolves = field(order.pairs, "resolves") ? [] : [["resolves", order.id]];
  for (const [name, value] of [...order.pairs, ...resolves]) {
    const input = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    form.append(input);
  }
  row.querySelector("[data-delete]").onclick = () => ask("forget", { id: order.id }).then(draw);
  return row;
};

const tableRow = (table) => {
  const row = copyOf("table-kept");
  const link = row.querySelector("a");
  link.href = table.path;
  link.textContent = table.names.join(" · ");
  const { lost = [], gone = false } = table;
  row.querySelector("[data-gone]").hidden = !gone;
  row.querySelector("[data-lost]").hidden = !lost.length;
  for (const each of row.querySelectorAll("[data-count]")) each.textContent = each.dataset.count.replace("{count}", lost.length);
  const does = { "[data-send]": "send lost", "[data-delete]": "drop lost" };
  for (const [button, what] of Object.entries(does)) {
    row.querySelector(button).onclick = () => ask(what, { table: table.token }).then(draw);
  }
  row.querySelector("[data-drop]").onclick = async () => {
    const { dropped } = await ask("drop table", { table: table.token });
    if (dropped === false) row.querySelector("[data-kept]").hidden = false;
    else draw();
  };
  return row;
};

// The worker keeps the pages of each event apart; what they are called is read in them.
const eventsKept = async () =>
  Promise.all((await globalThis.caches?.keys() ?? []).filter((name) => name.startsWith("event ")).map(eventRow));
const eventRow = async (name) => {
  const row = copyOf("event-kept");
  const pages = await (await caches.open(name)).matchAll();
  for (const page of pages) {
    const parsed = new DOMParser().parseFromString(await page.text(), "text/html");
    row.querySelector("b").textContent ||= parsed.querySelector("[data-event]")?.dataset.event ?? "";
    const link = Object.assign(document.createElement("a"), { className: "chip", href: page.url });
    link.textContent = parsed.title.replace(/ · [^·]*$/, "");
    row.querySelector("p").append(link);
  }
  row.querySelector("button").onclick = () => caches.delete(name).then(draw);
  return row;
};

// What only this phone has, as a file that other programs can read.
const offerExport = async (orders, tables) => {
  const link = byId("export");
  link.hidden = !orders.length && !tables.some(({ lost = [], gone }) => lost.length || gone);
  if (link.hidden) return;
  const { orders: all, logs = [] } = await ask("export");
  const only = logs.filter(({ lost = [], gone, token }) => lost.length || gone || all.some((order) => order.token === token));
  const text = JSON.stringify({ at: new Date().toISOString(), orders: all, tables: only }, null, 1);
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
};

const drawPiece = (row, pieces) => {
  const kept = pieces.includes(row.dataset.piece);
  for (const each of row.querySelectorAll("[data-when]")) each.hidden = !kept;
  row.querySelector("[data-do=fetch]").hidden = kept;
};

// What lies here is looked for before it is said that there is nothing.
const look = (looks) => {
  for (const each of document.querySelectorAll("[data-looks]")) each.hidden = !looks;
};
if (byId("orders")) {
  look(true);
  for (const id of ["all-sent", "no-tables"]) byId(id).hidden = true;
}

const draw = async () => {
  if (!byId("orders")) return;
  byId("not-kept").hidden = location.pathname === byId("not-kept").dataset.page;
  byId("no-worker").hidden = (await connectedTo) === "worker";
  const { orders, tables, pieces } = await ask("kept");
  const namesAt = (token) => tables.find((table) => table.token === token)?.names;
  look(false);
  byId("all-sent").hidden = orders.length > 0;
  byId("orders").replaceChildren(...orders.map((order) => orderRow(order, namesAt(order.token), stateOf(order, orders))));
  await offerExport(orders, tables);
  byId("no-tables").hidden = tables.length > 0;
  byId("tables").replaceChildren(...tables.map(tableRow));
  const events = await eventsKept();
  byId("events").hidden = !events.length;
  byId("events").querySelector("ul").replaceChildren(...events);
  for (const list of ["orders", "tables"]) htmx.process(byId(list));
  for (const row of document.querySelectorAll("[data-piece]")) drawPiece(row, pieces);
  const { usage = 0 } = (await navigator.storage?.estimate()) ?? {};
  byId("storage").textContent = `${(usage / 1e6).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 })} MB`;
};

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-do]");
  if (!button) return;
  button.disabled = true;
  await ask(button.dataset.do, { piece: button.closest("[data-piece]").dataset.piece });
  button.disabled = false;
  draw();
});
document.addEventListener("referee:news", draw);
document.addEventListener("referee:arrived", draw);
draw();
