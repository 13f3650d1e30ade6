// Forms that write to a table. Each is kept on this phone before it is sent and until the table's log holds it; they are
// sent in the order in which they were made, with the same id again where nobody knows whether the first try arrived.
const SHEET_SEQ = "Sheet-Seq";
const MARKS = "marks";
const BLOCKS = ["conflict", "refused"];

export const field = (pairs, name) => pairs.find(([key]) => key === name)?.[1] ?? "";
const replaced = (pairs, name, value) => pairs.map(([key, old]) => [key, key === name ? value : old]);

export const orderOf = (path, pairs) => {
  const [, token, ...action] = path.split("/").slice(1);
  const id = field(pairs, "command_id") + (action[0] === MARKS ? field(pairs, "mark") : "");
  return { id, token, action: action.join("/"), path, pairs, at: Date.now(), state: "unsent" };
};

export const makeOutbox = ({ store, network, refresh, onChange }) => {
  const all = () => store.all("orders");
  const of = async (token) => (await all()).filter((order) => order.token === token);
  const drop = (order) => store.remove("orders", order.place);
  const change = (order, changes) => store.put("orders", { ...order, ...changes });

  const keep = async (order) => {
    const known = await found(order.id);
    return known ?? { ...order, place: await store.put("orders", order) };
  };
  const send = (order) =>
    network.ask(order.path, {
      method: "POST",
      body: new URLSearchParams(order.pairs),
      headers: { "HX-Request": "true" },
      redirect: "manual",
    });

  // What was made on top of an order follows it: a written one by its number on the sheet; a forgotten one by what that
  // one had seen, so that the person is shown the sheet before anything else is written.
  const follow = async (order, expected) => {
    const next = (await of(order.token)).find((each) => each.place > order.place && field(each.pairs, "expected"));
    if (next) await change(next, { pairs: replaced(next.pairs, "expected", expected) });
  };
  const found = async (id) => (await all()).find((order) => order.id === id);
  const forget = async (id) => {
    const order = await found(id);
    if (!order) return;
    await follow(order, field(order.pairs, "expected"));
    await drop(order);
  };
  const written = async (order, response) => {
    const seq = response.headers.get(SHEET_SEQ) ?? "0";
    await change(order, { state: "sent", seq: Number(seq) });
    if (field(order.pairs, "expected")) await follow(order, seq);
    await refresh(order.token);
  };

  const block = (order, response) => change(order, { state: response.status === 409 ? "conflict" : "refused" });

  // The orders that are still to be sent, up to the first that a person has to look at.
  const unsent = async (token) => {
    const open = (await of(token)).filter((order) => !["sent", "held"].includes(order.state));
    const block = open.findIndex((order) => BLOCKS.includes(order.state));
    return block < 0 ? open : open.slice(0, block);
  };
  const flushTable = async (token) => {
    for (let [order] = await unsent(token); order; [order] = await unsent(token)) {
      const response = await send(order);
      if (response.ok) await written(order, response);
      else await block(order, response);
      onChange();
    }
  };
  const flushAll = async () => {
    for (const token of new Set((await all()).map((order) => order.token))) {
      try {
        await flushTable(token);
      } catch {
        return;
      }
    }
  };
  let flushing;
  const flush = () => {
    flushing ??= flushAll().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };

  // An order that the log holds by now has done its work; until then it counts on top of the log.
  const caughtUp = async (token, seq) => {
    for (const order of await of(token)) if (order.state === "sent" && order.seq <= seq) await drop(order);
  };
  const onTopOf = async (log) => {
    const ahead = (await of(log.token)).filter((order) => order.state === "sent" && order.seq > log.seq);
    return [...ahead, ...(await unsent(log.token))];
  };

  return { all, of, found, keep, drop, change, block, send, written, forget, unsent, flush, caughtUp, onTopOf };
};
