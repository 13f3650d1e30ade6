// How every request of a page is answered: by the server while it can be reached, by the program of this phone while it
// cannot. The same code runs in the service worker and, where there is none, in the page.
import { makeBooks } from "./books.js";
import { makeCore } from "./core.js";
import { isContentOf } from "./hash.js";
import { buildOf, makeNetwork } from "./network.js";
import { field, makeOutbox, orderOf } from "./outbox.js";
import { store } from "./store.js";
import { makeTables, needBooks, pathOf, timeOf } from "./tables.js";

const PAGE_PATIENCE = 2000;
const LONG_PATIENCE = 30000;
const LOOK_PATIENCE = 15000;
const LAST_PATIENCE = 6000;
const LOOK_EVERY = 250;
const DEVICE = "device";
const TABLE = /^\/(?:t\/([^/]+)|(s\/[^/]+)(?:\/state)?$)/;
const ANSWERED = /^\/(games\/new|pays.*|points|rulings.*|tiles.*|settings|offline|t\/.*|s\/[^/]+(\/state)?)?$/;
const ORDERS = /^\/(games|settings(\/names)?|offline\/forget|t\/[^/]+\/.+)$/;
const KEPT = /^\/(rules(?!.*\/edit(\/|$))(\/|$)|glossary$)/;
const CLAUSE = /^\/rules\/clauses\/(.+)/;
const SAVING = "/rules/save";
const EVENT = /^[/]e[/]/;
const HOLDER = "Event-Holder";
const MINUTE = 60000;
const TYPED = /^application\/x-www-form-urlencoded/;
const STATE = /^\/(t\/[^/]+(\/sheet)?|s\/[^/]+)\/state$/;

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
  const html = (body, headers = {}, status = 200) =>
    new Response(body, { status, headers: { "Content-Type": "text/html; charset=utf-8", Referee: build.name, ...headers } });
  const nothing = () => new Response(null, { status: 204, headers: { Referee: build.name } });
  const network = makeNetwork({ build, onChange: () => changed(), onSlow: () => getReady() });
  const books = makeBooks({ build, store, network });
  const core = makeCore({ build, loadMicroPython, read, store, books });
  const outbox = makeOutbox({ store, network, refresh: (token) => tables.refresh(token), remember: (response) => remember(response), onChange: tell });
  const tables = makeTables({ build, store, network, core, books, bookOf: (book) => bookOf(book), outbox, learning: () => learning() });

  // What answers here is started while the network is still waited for, on some phones that takes seconds.
  const getReady = async () => (await has(build.core)) && core.start();
  const changed = () => {
    tell();
    if (!network.down()) outbox.flush();
  };

  const tokenOf = (url) => {
    const [, token, read] = url.pathname.match(TABLE) ?? [];
    return token ?? read;
  };
  const isQuick = (request) => request.headers.has("HX-Request");
  const isPage = (request) => request.mode === "navigate" || request.headers.get("HX-Request-Type") === "full";
  const redirect = (address, quick, headers = {}) =>
    quick ? html("", { ...headers, "HX-Redirect": address }) : new Response(null, { status: 303, headers: { ...headers, Location: address } });
  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  // --- what this phone answers --------------------------------------------------------------------------------------
  // What the device remembers is the server's to say; what was set here since counts until it has heard of it.
  const device = async () =>
    (await store.get("rules", DEVICE).catch(() => null)) ?? { id: newId(), language: "", look: [], tables: [], referee: "", rules: [], names: [] };
  let changes = 0;
  const keepDevice = (now) => {
    changes += 1;
    return store.put("rules", now, DEVICE);
  };
  const remember = async (response) => {
    const book = response.headers.get("Referee-Book");
    if (book) await books.offer(book, !new URL(response.url).pathname.includes("@"));
    const sent = response.headers.get("Referee-Device");
    const isOld = sent && (await outbox.all()).some(({ action }) => ["settings", "settings/names", "seat", "archive", "begin"].includes(action));
    if (sent && !isOld) await keepDevice(JSON.parse(sent));
  };
  // What comes beside the pages may come late: it says nothing new once something else has.
  const learning = () => {
    const before = changes;
    return async (response) => changes === before && (await remember(response));
  };
  const isKept = (lang) => build.pieces[`words.${lang}`] && has(build.pieces[`words.${lang}`]);
  const languageOf = async (request, url, chosen) => {
    const asked = navigator.languages.map((each) => each.split("-")[0]);
    const wanted = [url.searchParams.get("lang"), chosen, request.headers.get("Page-Language"), ...asked];
    for (const lang of [...wanted, ...Object.keys(build.pieces).map((name) => name.replace("words.", ""))]) if (lang && (await isKept(lang))) return lang;
    throw new Error("this phone speaks no language");
  };
  const own = async (request, url, made) => {
    const token = tokenOf(url);
    const remembered = await device();
    const lang = await languageOf(request, url, remembered.language);
    if (url.searchParams.has("lang")) await speak(lang, remembered);
    await core.needLanguage(lang);
    const unsent = {};
    for (const each of token ? [token] : url.pathname === "/" ? await tables.known() : []) {
      unsent[each] = (await tables.tell(each)).filter(({ id }) => id !== made?.id);
    }
    const ahead = (token && (await store.get("logs", token))?.ahead) || 0;
    const query = [...url.searchParams];
    const form = made ? [...made.pairs, ["resolves", made.id]] : query;
    if (!token) await booksFor(form, remembered);
    const reply = await core.respond({
      ...{ method: request.method, path: decodeURI(url.pathname), query, form, device: remembered, lang, unsent },
      ...{ at: timeOf((made?.at ?? Date.now()) + ahead), command: newId(), order: made?.id ?? "", url: request.url },
      ...{ is_part: isQuick(request), tag: request.headers.get("HX-PTag") ?? "" },
    });
    if (reply.device ?? url.searchParams.has("lang")) await keepDevice(reply.device ?? remembered);
    return answerOf(reply, request);
  };
  // A language chosen here is a setting, too, of which the server hears later.
  const speak = async (lang, remembered) => {
    if (remembered.language === lang) return;
    remembered.language = lang;
    const chosen = [["language", lang], ["command_id", newId()]];
    await outbox.keep(orderOf("/settings", [...remembered.look, ...remembered.rules, ...chosen])).catch(() => {});
    tell();
  };
  const booksFor = async (form, { rules }) => {
    for (const each of await books.offered()) await core.needBook(each).catch(() => {});
    const named = field(form, "ruleset");
    const last = named || field(rules, "ruleset") || build.book;
    await needBooks(core, books, last).catch((problem) => {
      if (named) throw problem;
      return needBooks(core, books, build.book);
    });
    for (const other of [field(form, "other")].filter(Boolean)) await core.needBook(other).catch(() => {});
  };
  const answerOf = ({ status, headers, body }, request) => {
    const { Location: address, ...others } = Object.fromEntries(headers);
    if (address) return redirect(address, isQuick(request), others);
    if ([204, 304].includes(status)) return nothing();
    return html(body.replace("<html", '<html data-answered-by="phone"'), { ...others, "Answered-By": "phone" }, status);
  };
  const canAnswer = async (url) => {
    const token = tokenOf(url);
    if (!ANSWERED.test(url.pathname)) return false;
    return token ? tables.knows(token) : has(build.core);
  };

  // --- pages and fragments ------------------------------------------------------------------------------------------
  // Everything that a table needs without a network, fetched while there is one.
  const prepare = async (token) => {
    await tables.refresh(token);
    const log = await store.get("logs", token);
    if (log) await bookOf(log.book);
    if (log) await books.offer(log.book, false);
  };
  const bookOf = async (book, guides) => {
    for (const each of [book, ...(guides ?? (await books.infoOf(book)).guides)]) {
      await (eager ? core.needBook(each) : read((await books.infoOf(each)).address));
    }
  };
  // A page of another version of the program asks for other files than this phone has.
  const canBeKept = (response) =>
    response.status === 200 && !response.redirected && buildOf(response) === build.name;
  const fetchPage = async (path) => {
    const response = await network.ask(path, { headers: { Accept: "text/html" } }, LOOK_PATIENCE);
    if (canBeKept(response)) await pages.put(path, response);
  };
  // Redirects are followed here, as only their end says whose they are; a browser wants to see them itself.
  const followed = (response, request) =>
    response.redirected && request.mode === "navigate" ? Response.redirect(response.url, 303) : response;
  const isGone = async (token) => (token && (await store.get("logs", token).catch(() => null))?.gone) ?? false;
  // While orders are on their way, only this phone knows what the next hand is.
  const ahead = async (token) => token !== undefined && (await outbox.unsent(token).catch(() => [])).length > 0;

  // A rulebook is kept as it was opened, with these options and no others, in the language that it was last read in.
  const documentAt = (address) => {
    const { pathname, searchParams } = new URL(address, location.origin);
    searchParams.delete("lang");
    return KEPT.test(pathname) ? pathname + String(searchParams).replace(/^./, "?$&") : null;
  };
  const keptAt = async (address) => (documentAt(address) ? pages.get(documentAt(address)) : null);
  // Without the server a clause is found on the page of its book, if that was opened here.
  const clauseAt = async ({ pathname }) => {
    const [, name] = decodeURI(pathname).match(CLAUSE) ?? [];
    for (const path of name ? (await pages.all()).filter(documentAt) : []) {
      if ((await (await pages.get(path)).text()).includes(`id="clause-${name}"`)) return `${path}#clause-${name}`;
    }
    return null;
  };
  // What another version kept is asked for once more, in the words of this one.
  const keepAgain = async (addresses) => {
    for (const each of addresses) if (documentAt(each)) await fetchPage(documentAt(each)).catch(() => {});
  };

  // Pages of events are the server's alone. It names whose they are; the last one of each stays here to be looked at.
  const hold = async (response, address) => {
    const [event, holder, isKept] = response.headers.get(HOLDER)?.split(" ") ?? [];
    if (event) await pages.hold?.(event, holder, address, isKept && canBeKept(response) && response.clone());
  };
  const timeIn = (response) => Date.parse(response?.headers.get("Date") ?? "") || 0;
  // A page that was there before the worker, or that has changed in parts since it was kept.
  const look = async (address) => {
    try {
      if (!EVENT.test(new URL(address).pathname) || Date.now() - timeIn(await pages.last(address)) < MINUTE) return;
      await hold(await network.ask(address, { headers: { Accept: "text/html" } }), address);
    } catch {
      // Another time, when the network is there.
    }
  };

  const get = async (request, url) => {
    const token = tokenOf(url);
    const can = await canAnswer(url).catch(() => false);
    if (can && (await ahead(token))) return byPhone(request, url, token);
    const kept = await keptAt(url).catch(() => null);
    // Nothing can be done on a page that was kept: the present one is waited for longer.
    const isEvent = EVENT.test(url.pathname);
    const last = isEvent && !isQuick(request) ? await pages.last?.(url.href).catch(() => null) : null;
    try {
      const patience = last ? LAST_PATIENCE : can || kept ? PAGE_PATIENCE : LONG_PATIENCE;
      const response = await (can || kept || last || !network.down() ? network.ask(request, {}, patience) : unkept(request));
      await hold(response, url.href).catch(() => {});
      if (isEvent && isQuick(request) && response.status === 200) look(request.referrer);
      if (STATE.test(url.pathname) && [200, 404].includes(response.status)) await tables.refresh(token);
      const isLost = response.status >= 500 || (response.status === 404 && (await isGone(token)));
      if (isLost && (can || kept)) throw new Error("only this phone has it now");
      if (STATE.test(url.pathname) && response.status >= 400 && response.status !== 403) return nothing();
      await remember(response).catch(() => {});
      // Whoever looks something up in a book will ask it again where there is no network.
      if (can && isPage(request) && url.searchParams.has("ruleset")) bookOf(url.searchParams.get("ruleset")).catch(() => {});
      if (documentAt(url) && canBeKept(response)) await pages.put(documentAt(url), response.clone()).catch(() => {});
      return followed(response, request);
    } catch {
      const clause = await clauseAt(url).catch(() => null);
      if (clause) return redirect(clause, isQuick(request));
      return (can && (await own(request, url).catch(() => null))) || unanswered(request, kept ?? last, !can);
    }
  };
  const byPhone = async (request, url, token) => {
    outbox.flush();
    if (STATE.test(url.pathname) && (await tables.refresh(token))) tell();
    return own(request, url).catch(() => unanswered(request, null, false));
  };
  const unkept = async (request) => {
    const isOfflineKept = await pages.get(build.offline).catch(() => null);
    return network.insist(request, isOfflineKept ? PAGE_PATIENCE : LONG_PATIENCE);
  };
  // A kept page says that it is one, and of when, so that nothing old is taken for new. Where there is none, as just after
  // an upgrade, nobody is left with a browser's own words before the network was waited for long.
  const unanswered = async (request, kept, hasWaited) => {
    if (!isPage(request)) return nothing();
    const shown = kept ?? (await pages.get(build.offline).catch(() => null));
    if (!shown) return hasWaited ? Response.error() : network.insist(request, LONG_PATIENCE).catch(() => Response.error());
    return html((await shown.text()).replace("<html", `<html data-kept="${timeIn(shown)}"`));
  };

  // --- orders -------------------------------------------------------------------------------------------------------
  // Whatever is confirmed goes one way: it is kept, it takes its turn behind the earlier ones of its table, and if the
  // server answers it in time, the page shows that answer; else this phone's own.
  const pairsOf = async (request) => [...new URLSearchParams(await request.clone().text())];
  const pageOf = (request, patience) => ({ isThere: () => !request.signal.aborted, patience });
  const order = async (request, url) => {
    const pairs = await pairsOf(request);
    const named = field(pairs, "command_id") ? pairs : [...pairs, ["command_id", newId()]];
    const wanted = orderOf(url.pathname, named);
    try {
      const waits = await outbox.found(field(pairs, "resolves"));
      if (waits) return await resolve(waits, wanted, request);
      const made = await outbox.keep(wanted);
      const response = await outbox.deliver(made, pageOf(request));
      tell();
      return response ? done(made, response, request) : await here(made, request);
    } catch {
      return unsaved(wanted, request);
    }
  };
  const done = (made, response, request) => {
    const next = response.headers.get("HX-Redirect") ?? (made.token ? `/t/${made.token}` : "/");
    return response.ok && !isQuick(request) ? Response.redirect(next, 303) : response;
  };
  // A phone that can keep nothing sends what it is given, and leaves it to the person whether it arrived.
  const unsaved = async (made, request) => {
    const response = await outbox.send(made, LOOK_PATIENCE).catch(() => null);
    if (response) await remember(response).catch(() => {});
    return response ? done(made, response, request) : Response.error();
  };
  // A person has looked at an order that waited, and sends it once more as it is or changed.
  const resolve = async (waits, wanted, request) => {
    const again = { ...wanted, id: waits.id, token: waits.token, place: waits.place, at: waits.at, was: waits.was ?? waits };
    const response = await outbox.again(again, pageOf(request, LOOK_PATIENCE));
    const isLook = field(wanted.pairs, "command_id") === field(waits.pairs, "command_id");
    if (!response && isLook) await outbox.giveBack(again);
    tell();
    if (response) return done(again, response, request);
    return isLook ? own(request, new URL(request.url), again).catch(() => redirect(build.offline, isQuick(request))) : here(again, request);
  };
  // What this phone refuses is seen at once and not kept; a conflict waits until somebody has chosen.
  const here = async (made, request) => {
    const waits = (await outbox.found(made.id))?.state ?? "sent";
    if (waits !== "unsent") return redirect(waits === "sent" && made.token ? `/t/${made.token}` : build.offline, isQuick(request));
    try {
      const response = await own(request, new URL(request.url), made);
      if (response.status === 409) await outbox.blockHere(made, "conflict");
      else if (response.status >= 400) await outbox.drop(made);
      else if (made.action === "begin") await outbox.beginAt(made, tableAt(response), response.headers.get("Game-Rules"));
      tell();
      return response;
    } catch {
      return redirect((await isSentAfterAll(made)) ? `/t/${made.token}` : build.offline, isQuick(request));
    }
  };
  // What this phone cannot show itself yet, the server perhaps only answers late.
  const isSentAfterAll = async (made) => {
    for (let left = LAST_PATIENCE; made.token && left > 0; left -= LOOK_EVERY) {
      const state = (await outbox.found(made.id).catch(() => made))?.state ?? "sent";
      if (state !== "unsent") return state === "sent";
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
    return false;
  };
  const tableAt = ({ headers }) => (headers.get("HX-Redirect") ?? headers.get("Location")).match(/\/t\/([^/?]+)/)[1];

  // --- what a page may ask ------------------------------------------------------------------------------------------
  const state = async () => {
    const down = network.down();
    const common = { build: build.name, downSince: down?.since ?? 0, foreign: down?.foreign ?? false };
    try {
      const orders = (await outbox.all()).filter((each) => each.state !== "sent");
      const logs = await store.all("logs");
      const lost = logs.flatMap((log) => log.lost ?? []).length;
      return { ...common, paused: outbox.causesOf(orders), orders, lost, gone: logs.filter((log) => log.gone).map(({ token }) => token) };
    } catch {
      return { ...common, paused: [], orders: [], lost: 0, gone: [], keepsNothing: true };
    }
  };
  // Only after an upgrade are there any, and looking through all logs takes its time.
  let allKnown = false;
  const ready = async ({ token, lang }) => {
    try {
      await (eager ? core.needLanguage(lang) : read(build.pieces[`words.${lang}`]));
      await (token ? prepare(token) : bookOf(build.book, []));
      for (const each of await books.offered()) await bookOf(each).catch(() => {});
      if (!(await pages.get(build.offline))) await fetchPage(build.offline);
      const older = allKnown ? [] : await tables.older();
      for (const each of older) await prepare(each);
      allKnown = older.length === 0;
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
    else await Promise.all([outbox.retry().then(outbox.flush), readyInTurn(asked)]);
  };

  // Rules are saved by the server alone: while it cannot be reached, the page stays with what was typed.
  const saving = async (request) => {
    try {
      const response = await (network.down() ? network.insist(request, LONG_PATIENCE) : network.ask(request, {}, LONG_PATIENCE));
      return followed(response, request);
    } catch {
      return nothing();
    }
  };
  // What is typed on a page of an event stays there if it cannot be sent; what else it may carry, a file, goes by itself.
  const typed = (request) =>
    fetch(request).catch(() => {
      network.look();
      return isQuick(request) ? Response.error() : nothing();
    });
  const handle = (request) => {
    const url = new URL(request.url);
    if (url.origin !== location.origin) return null;
    if (request.method === "POST" && url.pathname === SAVING) return saving(request);
    if (request.method === "POST" && EVENT.test(url.pathname) && TYPED.test(request.headers.get("Content-Type"))) return typed(request);
    if (request.method === "POST") return ORDERS.test(url.pathname) ? order(request, url) : null;
    return request.method === "GET" && (isPage(request) || isQuick(request)) ? get(request, url) : null;
  };

  const tablesKept = async () =>
    (await store.all("logs")).map(({ token, names, lost = [], gone = false }) => ({ token, path: pathOf(token), names, lost, gone }));
  const piecesKept = async () => {
    const names = Object.keys(build.pieces);
    const found = await Promise.all(names.map((name) => has(build.pieces[name])));
    return names.filter((_, place) => found[place]);
  };
  const keepPiece = async (name) => {
    await read(build.pieces[name]);
    const book = name.match(/^book\.(.*)/)?.[1];
    for (const guide of build.guides[book] ?? []) await read(build.pieces[`book.${guide}`]);
  };
  // A table is forgotten with everything that this phone holds of it, unless that is all there is of an entry.
  const dropTable = async (token) => {
    const log = await store.get("logs", token);
    if ((await outbox.waiting(token)).length || log?.lost?.length) return false;
    await store.remove("logs", token);
    const rules = (await store.all("logs")).map((each) => `${build.name} ${each.ruleset}`);
    const key = `${build.name} ${log?.ruleset}`;
    if (!rules.includes(key)) await store.remove("rules", key);
    const remembered = await device();
    await keepDevice({ ...remembered, tables: remembered.tables.filter(([each]) => each !== token) });
    await network.ask(build.forget, { method: "POST", body: new URLSearchParams({ token }) }).catch(() => {});
    return true;
  };
  const reply = async ({ ask, ...asked }) => {
    if (ask === "hello") hello(asked);
    if (ask === "forget") await outbox.forget(asked.id);
    if (ask === "kept") return { ...(await state()), startedFrom: core.startedFrom(), tables: await tablesKept(), pieces: await piecesKept() };
    if (ask === "fetch") await keepPiece(asked.piece).catch(() => {});
    if (ask === "export") return { orders: await outbox.all(), logs: await store.all("logs") };
    if (ask === "drop") await drop(build.pieces[asked.piece]);
    if (ask === "drop table") return { dropped: await dropTable(asked.table) };
    if (ask === "send lost") await tables.sendLost(asked.table);
    if (ask === "drop lost") await tables.dropLost(asked.table);
    return state();
  };

  return { handle, look, keepAgain, reply, hello, flush: outbox.flush };
};
