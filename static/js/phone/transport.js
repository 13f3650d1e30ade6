// How every request of a page is answered: by the server while it can be reached, by this phone while it cannot.
// The same code runs in the service worker and, where there is none, in the page.
import { makeCore } from "./core.js";
import { isContentOf } from "./hash.js";
import { buildOf, isWhole, makeNetwork } from "./network.js";
import { beginning, field, makeOutbox, orderOf } from "./outbox.js";
import { store } from "./store.js";
import { makeTables, needBooks } from "./tables.js";

const PAGE_PATIENCE = 2000;
const LONG_PATIENCE = 30000;
const LOOK_PATIENCE = 15000;
const IN_USE = "table in use";
const CARRIED_OUT_HERE = /^(hands(\/\d+)?|marks|undo|signal|end|finish|reopen|adjust|notes|rulings\/(apply|\d+\/withdraw))$/;
const SEEN_ON_SHEET = /^(notes|hands\/\d+|rulings\/\d+\/withdraw)$/;
const TABLE = /^\/t\/([^/]+)/;
const FRESH = ["lang", "result", "ruleset"];
const OFFENCE = /^((\/t\/[^/]+)?\/rulings)\/(?!shell$|apply$)[^/]+$/;
const PART = /<!--drawn (\w+) ?(\d?)-->[^]*?<!--\/drawn-->/g;
const LANG = /<html[^>]* lang="([^"]+)"/;
const STATE = /^\/t\/[^/]+(\/sheet)?\/state$/;

// A file is what its address says: the hash in it is that of its content. One that something else has put into the
// browser's own memory is asked for once more.
export const fetchFile = async (address, build, fetching = fetch) => {
  for (const cache of ["default", "reload"]) {
    const response = await fetching(address, { cache, headers: { "Referee-Build": build.name } });
    const content = response.ok ? await response.arrayBuffer() : null;
    const headers = { "Content-Type": response.headers.get("Content-Type") };
    if (content && (await isContentOf(address, content))) return new Response(content, { headers });
  }
  throw new Error(`${address} holds something else`);
};

export const makeTransport = ({ build, loadMicroPython, read, has, drop, pages, tell, eager = false }) => {
  const html = (body, headers = {}) =>
    new Response(body, { headers: { "Content-Type": "text/html; charset=utf-8", Referee: build.name, ...headers } });
  const nothing = () => new Response(null, { status: 204, headers: { Referee: build.name } });
  const network = makeNetwork({ build, onChange: () => changed(), onSlow: () => getReady() });
  const core = makeCore({ build, loadMicroPython, read, store });
  const outbox = makeOutbox({ store, network, refresh: (token) => tables.refresh(token), onChange: tell });
  const booksFor = (book) => needBooks(core, build, book);
  const tables = makeTables({ build, store, network, core, outbox });

  // What answers here is started while the network is still waited for, on some phones that takes seconds.
  const getReady = async () => (await has(build.core)) && core.start();
  const changed = () => {
    tell();
    if (!network.down()) outbox.flush();
  };

  // --- pages and fragments ------------------------------------------------------------------------------------------
  // Everything that a table needs without a network, fetched while there is one.
  const prepare = async (token, lang) => {
    await tables.refresh(token);
    const log = await store.get("logs", token);
    for (const book of log ? [log.book, ...(build.guides[log.book] ?? [])] : []) {
      await (eager ? core.needBook(book) : read(build.pieces[`book.${book}`]));
    }
    await keepPages(build.tablePages.map((path) => path.replace("*", token)), lang);
  };
  // What is kept is fetched again when it would be drawn differently now.
  const keepPages = async (paths, drawnFor) => {
    const key = `drawn ${paths[0]}`;
    const before = await store.get("rules", key);
    const anew = before !== undefined && before !== drawnFor;
    for (const path of paths) if (anew || !(await pages.get(path))) await fetchPage(path);
    await store.put("rules", drawnFor, key);
  };
  const fetchPage = async (path) => {
    const response = await network.ask(path, { headers: { Accept: "text/html" } });
    if (canBeKept(response)) await pages.put(path, response);
  };
  // A page of another version of the program asks for other files than this phone has.
  const canBeKept = (response) =>
    response.status === 200 && !response.redirected && buildOf(response) === build.name;

  const keyOf = (url) => {
    const ruleset = url.searchParams.get("ruleset");
    return url.pathname + (ruleset ? `?ruleset=${ruleset}` : "");
  };
  // A page is kept as it is drawn afresh, never with what somebody had typed.
  const keepPage = async (url, response) => {
    if (shellOf(url) || [...url.searchParams.keys()].some((key) => !FRESH.includes(key))) return;
    for (const key of new Set([url.pathname, keyOf(url)])) await pages.put(key, response.clone());
  };
  // One page serves every offence: what it shows is drawn here from the address.
  const shellOf = (url) => url.pathname.match(OFFENCE)?.[1];
  const keptFor = async (url) => {
    const keys = [shellOf(url) && `${shellOf(url)}/shell`, keyOf(url), url.pathname];
    for (const key of keys.filter(Boolean)) {
      const kept = await pages.get(key);
      if (kept) return kept;
    }
    return null;
  };
  // A page that is kept is not waited for long; for any other there is only the network.
  const page = async (request, url) => {
    const kept = await keptFor(url).catch(() => null);
    try {
      const isAsked = kept || !network.down();
      const patience = kept ? PAGE_PATIENCE : LONG_PATIENCE;
      const response = await (isAsked ? network.ask(request, {}, patience) : unkeptPage(request));
      const isLost = response.status >= 500 || (response.status === 404 && (await isGone(url)));
      if (isLost && kept) throw new Error("only this phone has it now");
      if (request.method === "GET" && canBeKept(response)) await keepPage(url, response).catch(() => {});
      return followed(response, request);
    } catch {
      const elsewhere = await laid(url).catch(() => null);
      if (elsewhere) return onwards(elsewhere, isQuick(request));
      const shown = kept ?? (await pages.get(build.offline).catch(() => null));
      return shown ? marked(shown, url, languageOf(request)) : Response.error();
    }
  };
  const isGone = async (url) => (await store.get("logs", tokenOf(url) ?? "").catch(() => null))?.gone ?? false;
  const unkeptPage = async (request) => {
    const isOfflineKept = await pages.get(build.offline).catch(() => null);
    return network.insist(request, isOfflineKept ? PAGE_PATIENCE : LONG_PATIENCE);
  };
  // Redirects are followed here, as only their end says whose they are; a browser wants to see them itself.
  const followed = (response, request) =>
    response.redirected && request.mode === "navigate" ? Response.redirect(response.url, 303) : response;
  const isQuick = (request) => request.headers.has("HX-Request");

  // A kept page says that it is one, and of when, so that nothing old is taken for new.
  const marked = async (kept, url, lang) => {
    const at = Date.parse(kept.headers.get("Date") ?? "") || 0;
    const text = (await kept.text()).replace("<html", `<html data-kept="${at}"`);
    return html(await redrawn(text, url, text.match(LANG)?.[1] ?? lang).catch(() => text));
  };
  // Its parts between marks are drawn here for what the address says.
  const redrawn = async (text, url, lang) => {
    const token = tokenOf(url);
    const offence = OFFENCE.test(url.pathname) ? [["offence", url.pathname.split("/").pop()]] : [];
    if (token && offence.length) await booksFor((await store.get("logs", token)).book);
    const parts = new Map();
    for (const [whole, name, winner] of token ? text.matchAll(PART) : []) {
      const asked = [["winner", winner], ...offence, ...url.searchParams];
      parts.set(whole, await atTable(name, token, asked, lang));
    }
    return text.replace(PART, (whole) => parts.get(whole) ?? whole);
  };
  const withFilled = (path, pairs, without) =>
    `${path}?${new URLSearchParams(pairs.filter(([name, value]) => value && !without.includes(name)))}`;
  // The form of a hand takes over what comes back from the tiles, into an address that says everything.
  const laid = async (url) => {
    const back = url.searchParams.has("for") || url.searchParams.has("forget");
    if (!back || anyTable(url.pathname) !== build.handForm) return null;
    const without = Object.values(build.fragments).find(({ page: shownAt }) => shownAt === build.handForm).without;
    return withFilled(url.pathname, await core.laid([...url.searchParams]), without);
  };
  const onwards = (address, quick) => (quick ? html("", { "HX-Redirect": address }) : Response.redirect(address, 303));

  const anyTable = (path) => path.replace(TABLE, "/t/*");
  const tokenOf = (url) => url.pathname.match(TABLE)?.[1];
  const languageOf = (request) => request.headers.get("Page-Language") ?? "en";
  const fragmentAt = (url) => build.fragments[anyTable(url.pathname)];
  const fragment = async (request, url) => {
    try {
      const response = (await ahead(url)) ? null : await network.ask(request);
      if (response?.status < 500) return response;
    } catch {
      // Answered here.
    }
    return drawn(url, languageOf(request)).catch(() => nothing());
  };
  // While orders are on their way, only this phone knows what the next hand is.
  const ahead = async (url) => {
    const token = tokenOf(url);
    return token !== undefined && (await outbox.unsent(token).catch(() => [])).length > 0;
  };
  const drawn = async (url, lang) => {
    const { name, page: shownAt, without } = fragmentAt(url);
    const token = tokenOf(url);
    const pairs = [...url.searchParams];
    const body = token ? await atTable(name, token, pairs, lang) : await plain(name, pairs, lang);
    if (!shownAt) return html(body);
    return html(body, { "HX-Replace-Url": withFilled(shownAt.replace("*", token), pairs, without) });
  };
  const atTable = async (name, token, pairs, lang) => core.atTable(name, await tables.seenAt(token, lang), pairs);
  const plain = async (name, pairs, lang) => {
    await core.needLanguage(lang);
    await booksFor(field(pairs, "ruleset") || build.book);
    const other = field(pairs, "other");
    if (other) await core.needBook(other).catch(() => {});
    return core.fragment(name, pairs, lang);
  };

  const poll = async (request, url) => {
    const token = tokenOf(url);
    if (await ahead(url)) {
      outbox.flush();
      if (await tables.refresh(token)) tell();
      return nothing();
    }
    try {
      const response = await network.ask(request);
      if (response.status === 200) await tables.refresh(token);
      if (response.status < 400) return response;
      if (response.status === 404) await tables.refresh(token);
      tell();
      return nothing();
    } catch {
      return nothing();
    }
  };

  // --- orders -------------------------------------------------------------------------------------------------------
  // Whatever is confirmed goes one way: it is kept, it takes its turn behind the earlier ones of its table, and if the
  // server answers it in time, the page shows that answer; else this phone's own.
  const pairsOf = async (request) => [...new URLSearchParams(await request.clone().text())];
  const pageOf = (request, patience) => ({ isThere: () => !request.signal.aborted, patience });
  const order = async (request, url) => {
    const pairs = await pairsOf(request);
    if (!field(pairs, "command_id")) return page(request, url);
    const wanted = orderOf(url.pathname, pairs);
    try {
      const waits = await outbox.found(field(pairs, "resolves"));
      if (waits) return await resolve(waits, wanted, request);
      const made = await outbox.keep(wanted);
      const response = await outbox.deliver(made, pageOf(request));
      tell();
      return response ? done(made, response, request) : await here(made, request);
    } catch {
      return unkept(wanted, request);
    }
  };
  const done = (made, response, request) =>
    response.ok && !isQuick(request) ? Response.redirect(response.headers.get("HX-Redirect") ?? `/t/${made.token}`, 303) : response;
  // A phone that can keep nothing sends what it is given, and leaves it to the person whether it arrived.
  const unkept = async (made, request) => {
    const response = await outbox.send(made, LOOK_PATIENCE).catch(() => null);
    return response ? done(made, response, request) : Response.error();
  };
  // A person has looked at an order that waited, and sends it once more as it is or changed.
  const resolve = async (waits, wanted, request) => {
    const again = { ...wanted, id: waits.id, token: waits.token, place: waits.place, at: waits.at, was: waits.was ?? waits };
    if (waits.action === "begin") Object.assign(again, { action: "begin", state: "held" });
    const response = await outbox.again(again, pageOf(request, LOOK_PATIENCE));
    const isLook = field(wanted.pairs, "command_id") === field(waits.pairs, "command_id");
    if (!response && isLook) await outbox.giveBack(again);
    tell();
    return response ? done(again, response, request) : onwards(build.offline, isQuick(request));
  };
  // Only what this phone can carry out is seen at the table; of anything else the page of what waits tells.
  const here = async (made, request) => {
    const lang = languageOf(request);
    const waits = (await outbox.found(made.id))?.state ?? "sent";
    const isMark = made.action === "marks";
    const problems = waits === "unsent" && CARRIED_OUT_HERE.test(made.action) ? await refusals(made, lang) : [];
    if (problems.length && isMark) await outbox.drop(made);
    else if (problems.length) await outbox.blockHere(made, "refused");
    else if (waits === "unsent" && (await isOvertaken(made, lang))) await outbox.blockHere(made, "conflict");
    tell(problems.length ? { notice: problems.join(" ") } : {});
    if (isMark && isQuick(request)) return nothing();
    const isSeen = waits === "sent" || (waits === "unsent" && CARRIED_OUT_HERE.test(made.action));
    const table = `/t/${made.token}${SEEN_ON_SHEET.test(made.action) ? "/sheet" : ""}`;
    return onwards(isSeen ? table : build.offline, isQuick(request));
  };
  const isOvertaken = async (made, lang) => {
    try {
      return await core.overtaken(await tables.seenAt(made.token, lang));
    } catch {
      return false;
    }
  };
  // A form that begins something new has to reach the server; until then a person decides about it.
  const letter = async (request, url) => {
    const pairs = await pairsOf(request);
    if (!field(pairs, "command_id")) return page(request, url);
    const wanted = beginning(url.pathname, pairs);
    try {
      const waits = await outbox.found(field(pairs, "resolves"));
      if (waits) return await resolve(waits, wanted, request);
      const made = await outbox.keep(wanted);
      const response = await outbox.begin(made, pageOf(request, LOOK_PATIENCE));
      tell();
      return response ? done(made, response, request) : onwards(build.offline, isQuick(request));
    } catch {
      return unkept(wanted, request);
    }
  };
  const refusals = async (made, lang) => {
    try {
      return await core.check(await tables.seenAt(made.token, lang));
    } catch {
      return [];
    }
  };

  // --- what a page may ask ------------------------------------------------------------------------------------------
  const state = async () => {
    const down = network.down();
    const told = { downSince: down?.since ?? 0, foreign: down?.foreign ?? false };
    try {
      const orders = (await outbox.all()).filter((each) => each.state !== "sent");
      const logs = await store.all("logs");
      const lost = logs.flatMap((log) => log.lost ?? []).length;
      return { ...told, paused: outbox.causesOf(orders), orders, lost, gone: logs.filter((log) => log.gone).map(({ token }) => token) };
    } catch {
      return { ...told, paused: [], orders: [], lost: 0, gone: [], keepsNothing: true };
    }
  };
  // What the pages of a table show, where the server does not know better.
  const filling = async ({ token, lang, gap, shown }) => {
    if (!network.down() && !(await outbox.unsent(token)).length) return null;
    const seen = await tables.seenAt(token, lang, { gap, shown });
    return seen && core.table(seen);
  };
  // The first page and its like lead to the table in use, which may have begun after they were kept.
  const ready = async ({ token, lang }) => {
    try {
      await (eager ? core.needLanguage(lang) : read(build.pieces[`words.${lang}`]));
      if (token) {
        await prepare(token, lang);
        await store.put("rules", token, IN_USE);
      }
      await keepPages(build.pages, `${lang} ${(await store.get("rules", IN_USE)) ?? ""}`);
    } catch {
      // Another time, when the network is there.
    }
  };
  // One after the other: what is being fetched for one page is not fetched for the next.
  let readying = Promise.resolve();
  const readyInTurn = (asked) => {
    readying = readying.then(() => ready(asked));
    return readying;
  };
  const hello = async (asked) => {
    if (network.down()) network.look();
    else await Promise.all([outbox.flush(), readyInTurn(asked)]);
  };

  const handle = (request) => {
    const url = new URL(request.url);
    if (url.origin !== location.origin) return null;
    if (request.method === "POST") return TABLE.test(url.pathname) ? order(request, url) : letter(request, url);
    if (request.method !== "GET") return null;
    if (fragmentAt(url)) return fragment(request, url);
    if (STATE.test(url.pathname)) return poll(request, url);
    const wantsPage = request.mode === "navigate" || request.headers.get("HX-Request-Type") === "full";
    return wantsPage ? page(request, url) : null;
  };

  const tablesKept = async () =>
    (await store.all("logs")).map(({ token, names, lost = [], gone = false }) => ({ token, names, lost, gone }));
  const piecesKept = async () => {
    const names = Object.keys(build.pieces);
    const found = await Promise.all(names.map((name) => has(build.pieces[name])));
    return names.filter((_, place) => found[place]);
  };
  const keepPiece = async (name) => {
    await read(build.pieces[name]);
    const book = name.match(/^book\.(.*)/)?.[1];
    for (const guide of build.guides[book] ?? []) await read(build.pieces[`book.${guide}`]);
    for (const path of book ? build.bookPages : []) await fetchPage(`${path}?ruleset=${book}`);
  };
  // A table is forgotten with everything that this phone holds of it, unless that is all there is of an entry.
  const dropTable = async (token) => {
    const log = await store.get("logs", token);
    if ((await outbox.waiting(token)).length || log?.lost?.length) return false;
    await store.remove("logs", token);
    await pages.forget(`/t/${token}`);
    const rules = (await store.all("logs")).map((each) => `${build.name} ${each.rules}`);
    for (const key of await store.keys("rules")) {
      const isOld = key === `${build.name} ${log?.rules}` && !rules.includes(key);
      if (isOld || key === `drawn /t/${token}`) await store.remove("rules", key);
    }
    if ((await store.get("rules", IN_USE)) === token) await store.remove("rules", IN_USE);
    await store.remove("rules", `drawn ${build.pages[0]}`);
    await network.ask(build.forget, { method: "POST", body: new URLSearchParams({ token }) }).catch(() => {});
    return true;
  };
  const told = async ({ ask, ...asked }) => {
    if (ask === "hello") hello(asked);
    if (ask === "forget") await outbox.forget(asked.id);
    if (ask === "kept") return { ...(await state()), startedFrom: core.startedFrom(), tables: await tablesKept(), pieces: await piecesKept() };
    if (ask === "fetch") await keepPiece(asked.piece).catch(() => {});
    if (ask === "export") return { orders: await outbox.all(), logs: await store.all("logs") };
    if (ask === "drop") await drop(build.pieces[asked.piece]);
    if (ask === "drop table") return { dropped: await dropTable(asked.table) };
    if (ask === "send lost") await tables.sendLost(asked.table);
    if (ask === "drop lost") await tables.dropLost(asked.table);
    if (ask === "filling") return { filling: await filling(asked).catch(() => null) };
    return state();
  };

  return { handle, told, hello, flush: outbox.flush };
};
