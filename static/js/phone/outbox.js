// Forms that write to a table. Each is kept on this phone before it is sent and until the table's log holds it; those of
// a table are sent one after the other, in the order in which they were made and under the id that they were made with,
// so that nobody has to know whether an earlier try arrived.
import { eventHash } from "./hash.js";

const MARKS = "marks";
const BEGIN = "begin";
const SETTINGS = ["settings", "settings/names", "seat", "archive", "offline/forget"];
const AT_TABLE = /^\/t\/([^/]+)\/(.+)$/;
const HELD_BECAUSE = { 403: "closed", 404: "unknown", 410: "unknown", 413: "large", 429: "many" };
const IN_TIME = 5000;
const MOST_EVENTS = 8;
const MOST_SECONDS = 60;
const FIRST_SECONDS = 5;

export const field = (pairs, name) => pairs.find(([key]) => key === name)?.[1] ?? "";
const replaced = (pairs, values) => pairs.map(([key, old]) => [key, values[key] ?? old]);

export const orderOf = (path, pairs) => {
  const [, token = "", action = path === "/games" ? BEGIN : path.slice(1)] = path.match(AT_TABLE) ?? [];
  const id = field(pairs, "command_id") + (action === MARKS ? field(pairs, "mark") : "");
  return { id, token, action, path, pairs, at: Date.now(), state: "unsent" };
};
const commandOf = (order) => orderOf(order.path, order.pairs).id;

// What an answer of the server means for its order. Only one that names the order is an answer to it.
const isEvent = ({ action }) => action !== BEGIN && !SETTINGS.includes(action);
const isWritten = (order, { status, headers }) =>
  isEvent(order) ? Number(headers.get("Sheet-Seq")) > 0 : status === 204 || headers.has("HX-Redirect");
const stateAfter = (order, response) => {
  const { status, headers } = response;
  const isAnswer = headers.get("Referee-Command") === field(order.pairs, "command_id");
  if (isAnswer && response.ok && isWritten(order, response)) return "sent";
  if (isAnswer && status === 409) return "conflict";
  if (isAnswer && status === 422) return "refused";
  if (status >= 400 && status < 500 && ![409, 422].includes(status)) return "held";
  return "unsent";
};

export const makeOutbox = ({ store, network, refresh, remember, onChange }) => {
  const all = () => store.all("orders");
  const of = async (token) => (await all()).filter((order) => order.token === token);
  const drop = (order) => store.remove("orders", order.place);
  const change = (order, changes) => store.put("orders", { ...order, ...changes });
  const found = async (id) => id && (await all()).find((order) => order.id === id || commandOf(order) === id);
  // Of settings only the last ones count.
  const keep = async (order) => {
    const known = await found(order.id);
    if (known) return known;
    const before = SETTINGS.includes(order.action) ? (await all()).filter(({ path }) => path === order.path) : [];
    for (const each of before) await drop(each);
    return { ...order, place: await store.put("orders", order) };
  };
  // A game that was begun here lies where the server will begin it, too; what is entered there waits behind its beginning.
  const begun = async (token) => (await of(token)).find(({ action, state }) => action === BEGIN && ["unsent", "sent"].includes(state));
  const beginAt = (order, token, rules) => change(order, { token, pairs: [...order.pairs, ["rules", rules]] });

  // What was made on top of an order names its last event; once that is another one, it follows.
  const follow = async (order, response) => {
    const [event, seq] = [response.headers.get("Sheet-Event"), response.headers.get("Sheet-Seq")];
    const own = await Promise.all(Array.from({ length: MOST_EVENTS }, (_, place) => eventHash(order.id, place)));
    for (const each of await of(order.token)) {
      const follows = event && own.includes(field(each.pairs, "expected_event"));
      if (follows) await change(each, { pairs: replaced(each.pairs, { expected: seq, expected_event: event }) });
    }
  };
  const written = async (order, response) => {
    const [event, seq] = [response.headers.get("Sheet-Event"), Number(response.headers.get("Sheet-Seq"))];
    await change(order, { state: "sent", seq, event });
    if (commandOf(order) !== order.id) await follow(order, response);
    await refresh(order.token);
  };

  // A game that was begun here stands by its beginning until its log is here.
  const arrived = async (order) => {
    const now = (await all()).find(({ place }) => place === order.place) ?? order;
    if (order.action !== BEGIN || !now.token) return drop(order);
    await change(now, { state: "sent" });
    return refresh(now.token);
  };

  // --- while the server cannot write, a table's orders wait: as long as it asks for, then twice as long each time ----------
  const pauses = new Map();
  const pause = (token, response) => {
    const asked = Number(response.headers.get("Retry-After")) || FIRST_SECONDS;
    const seconds = Math.min(MOST_SECONDS, Math.max(asked, 2 * (pauses.get(token)?.seconds ?? 0)));
    const cause = response.headers.get("Referee-Cause") ?? "unavailable";
    pauses.set(token, { seconds, cause, until: Date.now() + 1000 * seconds });
    setTimeout(flush, 1000 * seconds + 100);
  };
  const isPaused = (token) => Date.now() < (pauses.get(token)?.until ?? 0);

  // --- sending --------------------------------------------------------------------------------------------------------
  const send = (order, patience) =>
    network.ask(
      order.path,
      {
        method: "POST",
        body: new URLSearchParams(order.pairs),
        headers: { "HX-Request": "true", "Referee-Command": field(order.pairs, "command_id") },
        redirect: "manual",
      },
      patience,
    );
  // Who has just confirmed an order and sees the answer decides about it there; otherwise it waits for somebody who does.
  const pages = new Map();
  const settle = async (order, response) => {
    const state = stateAfter(order, response);
    const page = pages.get(order.place);
    const isSeen = page?.isThere() ?? false;
    if (state === "unsent") pause(order.token, response);
    else pauses.delete(order.token);
    if (state === "sent") await (isEvent(order) ? written(order, response) : arrived(order));
    else if (["conflict", "refused"].includes(state) && isSeen && !order.was) await drop(order);
    else if (state !== "unsent") await change(order.was ?? order, { state, because: HELD_BECAUSE[response.status] ?? "other" });
    // However late it comes, and whoever still waits for it.
    await remember(response).catch(() => {});
    page?.answer(["unsent", "held"].includes(state) ? null : response);
  };

  const waiting = async (token) => (await of(token)).filter((order) => order.state !== "sent");
  const next = async (token) => {
    const [first] = await waiting(token);
    return first?.state === "unsent" && !isPaused(token) ? first : undefined;
  };
  const turns = new Map();
  const inTurn = (token, act) => {
    const turn = (turns.get(token) ?? Promise.resolve()).catch(() => {}).then(act);
    turns.set(token, turn);
    return turn;
  };
  const flushTable = (token) =>
    inTurn(token, async () => {
      for (let order = await next(token); order; order = await next(token)) {
        await settle(order, await send(order, pages.get(order.place)?.patience));
        onChange();
      }
    });
  const flushAll = async () => {
    for (const token of new Set((await all()).map((order) => order.token))) {
      if (network.down()) return;
      await flushTable(token).catch(() => {});
    }
  };
  let flushing;
  const flush = () => {
    flushing ??= flushAll()
      .catch(() => {})
      .finally(() => {
        flushing = undefined;
      });
    return flushing;
  };

  // The answer of the server to this order if it comes in time and the order's turn has come, else null.
  const answered = (order, page, sending) =>
    new Promise((resolve) => {
      const answer = (response) => {
        if (pages.get(order.place)?.answer === answer) pages.delete(order.place);
        resolve(response);
      };
      pages.set(order.place, { ...page, answer });
      setTimeout(answer, page.patience ? page.patience + 1000 : IN_TIME, null);
      sending().then(
        () => answer(null),
        () => answer(null),
      );
    });
  const deliver = (order, page) => answered(order, page, () => flushTable(order.token));
  // One that waited is sent once more, as it is or changed; until it is answered, it stays what it was.
  const again = (order, page) =>
    answered(order, page, async () => {
      await inTurn(order.token, () => store.put("orders", order));
      await flushTable(order.token);
    });

  // An order that the log holds by now has done its work; until then it counts on top of the log. One that the server
  // had and no longer has goes out again.
  const isOnSheet = ({ action, event, seq }, log) =>
    action === BEGIN || (event && log.hashes ? log.hashes.includes(event) : seq <= log.seq);
  const caughtUp = async (log) => {
    for (const order of (await of(log.token)).filter((each) => each.state === "sent")) {
      if (isOnSheet(order, log)) await drop(order);
      else if (order.event) await change(order, { state: "unsent" });
    }
  };
  const onTopOf = async (token, log) => {
    const orders = await of(token);
    return orders.filter((order) => order.state === "unsent" || (order.state === "sent" && !(log && isOnSheet(order, log))));
  };

  // What a closed round did not take is tried again: its result may have been taken back.
  const retry = async () => {
    for (const order of await all()) if (order.because === "closed") await change(order, { state: "unsent", because: "" });
  };

  const forget = async (id) => {
    const order = await found(id);
    if (order) await drop(order);
    flush();
  };
  // What this phone itself finds about an order: somebody has to look at it.
  const blockHere = (order, state) => change(order, { state });
  const giveBack = async (order) => {
    const now = (await all()).find(({ place }) => place === order.place);
    if (now?.was && now.state !== "held") await store.put("orders", now.was);
  };
  const unsent = async (token) => (await of(token)).filter((order) => order.state === "unsent");
  const causesOf = (orders) =>
    [...pauses].filter(([token]) => orders.some((order) => order.token === token)).map(([, { cause }]) => cause);

  return {
    ...{ all, found, keep, drop, begun, beginAt, blockHere, giveBack, waiting, unsent, retry, forget },
    ...{ send, deliver, again, flush, caughtUp, onTopOf, causesOf },
  };
};
