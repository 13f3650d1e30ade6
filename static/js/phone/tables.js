// What this phone knows of the tables that were opened on it: their logs, and the rules that they are played under.
import { eventHash, isContentOf } from "./hash.js";
import { field, orderOf } from "./outbox.js";

// A book, and those that speak where it is silent; without one of these it still answers for itself.
export const needBooks = async (core, books, book) => {
  await core.needBook(book);
  for (const guide of (await books.infoOf(book)).guides) await core.needBook(guide).catch(() => {});
};

// As the server writes it.
export const timeOf = (at) => new Date(at).toISOString().replace("Z", "+00:00");

// A table by its token; a game that is only read by the whole of its address, "s/" before what names it.
export const pathOf = (token) => (token.startsWith("s/") ? `/${token}` : `/t/${token}`);

const lostCommand = (hash) => `lost-${hash}`;

// What this phone's log has beyond the server's: somebody put an older backup in its place. What was entered again since,
// by this phone or another one, is no longer missing. Logs tell no names, so a renaming cannot be entered again.
const RENAMED = "renamed";
const withHashes = ({ events, hashes }) =>
  events.map(([seq, kind, body], place) => {
    const target = hashes[JSON.parse(body).target - 1] ?? "";
    return { hash: hashes[place], seq, kind, body, target };
  });
const missing = async (known, log) => {
  if (!known?.hashes || !log.hashes) return known?.lost ?? [];
  const found = [];
  for (const each of [...withHashes(known), ...(known.lost ?? [])].filter(({ kind }) => kind !== RENAMED)) {
    const names = [each.hash, await eventHash(lostCommand(each.hash))];
    const isThere = names.some((name) => log.hashes.includes(name)) || found.some(({ hash }) => hash === each.hash);
    if (!isThere) found.push(each);
  }
  return found;
};

// Earlier versions of the program kept less of a log, and took no notice of an address that is told only once.
const isWhole = (log) => Boolean(log?.written && log.address);

export const makeTables = ({ build, store, network, core, books, bookOf, outbox, learning }) => {
  // One after the other: an older log that came late would make the newer one look like a loss.
  const turns = new Map();
  const refresh = (token) => {
    const turn = (turns.get(token) ?? Promise.resolve()).then(() => fetched(token));
    turns.set(token, turn);
    return turn;
  };
  const fetched = async (token) => {
    try {
      const known = await store.get("logs", token);
      const have = isWhole(known) && !known.gone ? known.version : "";
      const learn = learning();
      const response = await network.ask(`${pathOf(token)}/log?have=${have}`);
      if (response.status === 200) {
        await learn(response);
        await keep(await response.json(), known);
      } else if (response.status === 204) await rulesOf(known);
      else if (response.status === 404 && known) await store.put("logs", { ...known, gone: true });
      return response.status !== 204;
    } catch {
      // The log stays as it is; what was sent since counts on top of it.
      return false;
    }
  };
  const keep = async (sent, known) => {
    const { address, qr, qr_to_read } = known ?? {};
    const log = { address, qr, qr_to_read, ...sent, seq: sent.events.at(-1)[0], lost: await missing(known, sent) };
    // The clock of an event is the server's, however wrong this phone's own one is.
    if (sent.now) log.ahead = sent.now - Date.now();
    // Without its rules a log tells nothing, and no page without its book: a game begun here then goes on standing by its
    // beginning.
    await rulesOf(log);
    if (!known) await bookOf(log.book);
    await store.put("logs", log);
    await outbox.caughtUp(log);
  };

  // Rules never change under their hash, but another version of the program may tell them in other words.
  const rulesKey = (ruleset) => `${build.name} ${ruleset}`;
  const rulesOf = async ({ token, ruleset }) => {
    const key = rulesKey(ruleset);
    const known = await store.get("rules", key);
    if (known) return known;
    const address = `${pathOf(token)}/rules/${ruleset}`;
    const text = await (await network.ask(address)).text();
    if (!(await isContentOf(address, text))) throw new Error(`${address} holds something else`);
    await store.put("rules", text, key);
    return text;
  };

  // What is missing on the server is entered before anything that was made on top of it.
  const sendLost = async (token) => {
    const { lost, ...log } = await store.get("logs", token);
    const first = Math.min(0, ...(await outbox.all()).map((order) => order.place)) - lost.length;
    for (const [at, { hash, seq, kind, body, target }] of lost.entries()) {
      const pairs = Object.entries({ command_id: lostCommand(hash), seq: String(seq), kind, body, target });
      await outbox.keep({ ...orderOf(`/t/${token}/lost`, pairs), place: first + at });
    }
    await store.put("logs", { ...log, lost: [] });
    await outbox.flush();
  };
  const dropLost = async (token) => store.put("logs", { ...(await store.get("logs", token)), lost: [] });

  // A table that this phone can show: one whose log it has, or one that it began itself.
  const knows = async (token) => isWhole(await store.get("logs", token)) || Boolean(await outbox.begun(token));
  const known = async () => {
    const logs = (await store.all("logs")).filter(isWhole);
    const begun = (await outbox.all()).filter(({ action, token }) => action === "begin" && token);
    return [...new Set([...logs, ...begun].map(({ token }) => token))];
  };
  // Those that another version of the program kept here, and this one could not show without a network.
  const older = async () => {
    const kept = (await store.all("logs")).filter(({ gone }) => !gone);
    const rules = await Promise.all(kept.map(({ ruleset }) => store.get("rules", rulesKey(ruleset))));
    return kept.filter((log, place) => !isWhole(log) || !rules[place]).map(({ token }) => token);
  };
  // Tells the core a table, and returns the orders that count on top of its log.
  const tell = async (token) => {
    const log = await store.get("logs", token);
    const orders = await outbox.onTopOf(token, log);
    const beginning = orders.find(({ action }) => action === "begin");
    if (!log && !beginning) throw new Error("this phone does not know the table");
    await needBooks(core, books, log?.book ?? field(beginning.pairs, "ruleset")).catch(() => {});
    if (log) {
      await core.needRules(log.ruleset, () => rulesOf(log));
      await core.needLog(log);
    }
    return orders.map(({ id, path, pairs, at }) => ({ id, path, form: pairs, at: timeOf(at + (log?.ahead ?? 0)) }));
  };

  return { refresh, knows, known, older, tell, sendLost, dropLost };
};
