// The page about this phone: what it keeps and what it has not sent, as the worker tells it.
const { ask, connectedTo, time } = globalThis.phone;

const byId = (id) => document.getElementById(id);
const field = (pairs, name) => pairs.find(([key]) => key === name)?.[1] ?? "";
const copyOf = (id) => byId(id).content.firstElementChild.cloneNode(true);

// Of the words that the server wrote for every case, only those of this one stay.
const only = (row, kind, value) => {
  for (const each of row.querySelectorAll(`[data-${kind}]`)) if (each.dataset[kind] !== value) each.remove();
};

const orderRow = (order, names) => {
  const row = copyOf("order");
  const action = order.action.replace(/\d+/, "n");
  const known = row.querySelector(`[data-action="${CSS.escape(action)}"]`);
  only(row, "action", known ? action : "other");
  only(row, "result", order.action === "hands" ? field(order.pairs, "result") || "ron" : "");
  only(row, "state", order.state);
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
  link.href = `/t/${table.token}`;
  link.textContent = table.names.join(" · ");
  row.querySelector("[data-drop]").onclick = () => ask("drop table", { table: table.token }).then(draw);
  return row;
};

const drawPiece = (row, pieces) => {
  const kept = pieces.includes(row.dataset.piece);
  for (const each of row.querySelectorAll("[data-when]")) each.hidden = !kept;
  row.querySelector("[data-do=fetch]").hidden = kept;
};

const draw = async () => {
  if (!byId("orders")) return;
  byId("not-kept").hidden = location.pathname === byId("not-kept").dataset.page;
  byId("no-worker").hidden = (await connectedTo) === "worker";
  const { orders, tables, pieces } = await ask("kept");
  const namesAt = (token) => tables.find((table) => table.token === token)?.names;
  byId("all-sent").hidden = orders.length > 0;
  byId("orders").replaceChildren(...orders.map((order) => orderRow(order, namesAt(order.token))));
  byId("no-tables").hidden = tables.length > 0;
  byId("tables").replaceChildren(...tables.map(tableRow));
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
document.addEventListener("referee:told", draw);
document.addEventListener("referee:arrived", draw);
draw();
