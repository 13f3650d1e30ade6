// The program on this phone: MicroPython, the lowered program, and the pieces of the library that were asked for.
// Requests go in, replies come out; nothing here knows a rule or a page.
import { makeMachine } from "./machine.js";

const WORDS = "words.";
const BOOK = "book.";
const COPY = "machine";
const NAMED = /^\/files\/[0-9a-f]+\/(.*)$/;

// A payment asks much of the program; without a book there is less to ask.
const check = (pieces) => {
  const [lang, book] = [WORDS, BOOK].map((kind) => pieces.find((piece) => piece.startsWith(kind))?.slice(kind.length));
  if (!lang) return null;
  const query = book ? [["ruleset", book], ["result", "draw"]] : [];
  const device = { id: "", language: lang, look: [], tables: [], referee: "", rules: [], names: [] };
  const asked = { method: "GET", path: book ? "/pays/payment" : "/settings", query, form: query, device, lang };
  return ["respond", JSON.stringify({ ...asked, at: "", command: "", order: "", is_part: true, tag: "", url: "", unsent: {} })];
};

export const makeCore = ({ build, loadMicroPython, read, store, books }) => {
  const copies = {
    get: () => store.get("rules", COPY),
    put: (copy) => store.put("rules", copy, COPY),
    remove: () => store.remove("rules", COPY),
  };
  const assets = Object.fromEntries([...build.files, ...build.assets].map((address) => [address.match(NAMED)?.[1] ?? "", address]));
  const setup = ["keep_assets", JSON.stringify({ assets, sizes: build.sizes })];
  const machine = makeMachine({ build, loadMicroPython, read, copies, check, setup });
  let starting;
  const rules = new Set();
  const logs = new Map();

  const running = async () => {
    starting ??= machine.start().catch((problem) => {
      starting = undefined;
      throw problem;
    });
    await starting;
    return machine;
  };
  const call = async (name, ...texts) => (await running()).ask(name, ...texts);

  // Every piece is read once; a piece that this phone does not hold is an error to whoever needs it.
  const needPiece = async (name, find) => {
    const { has, add } = await running();
    if (has(name)) return;
    const text = await (await read(await find())).text();
    if (!has(name)) add(name, text);
  };

  return {
    start: () => running().catch(() => {}),
    startedFrom: machine.startedFrom,
    needLanguage: (lang) => needPiece(WORDS + lang, () => build.pieces[WORDS + lang]),
    needBook: (book) => needPiece(BOOK + book, async () => (await books.infoOf(book)).address),
    needRules: async (digest, reading) => {
      if (rules.has(digest)) return;
      await call("keep_rules", digest, await reading());
      rules.add(digest);
    },
    needLog: async (log) => {
      if (logs.get(log.token) === log.version) return;
      await call("keep_log", JSON.stringify(log));
      logs.set(log.token, log.version);
    },
    respond: async (request) => {
      const reply = await call("respond", JSON.stringify(request));
      const line = reply.indexOf("\n");
      return { ...JSON.parse(reply.slice(0, line)), body: reply.slice(line + 1) };
    },
  };
};
