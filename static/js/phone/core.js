// The rules core on this phone: MicroPython, the lowered core, and the pieces of the library that were asked for.
// Texts go in, texts come out; nothing here knows a rule.
import { makeMachine } from "./machine.js";

const WORDS = "words.";
const BOOK = "book.";
const COPY = "machine";

// A payment asks much of the program; without a book there is less to ask.
const check = (pieces) => {
  const [lang, book] = [WORDS, BOOK].map((kind) => pieces.find((piece) => piece.startsWith(kind))?.slice(kind.length));
  const form = JSON.stringify([["ruleset", book ?? ""], ["result", "draw"]]);
  return lang && book ? ["phone_fragment", "payment", form, lang] : ["phone_laid", "[]"];
};

export const makeCore = ({ build, loadMicroPython, read, store }) => {
  const copies = {
    get: () => store.get("rules", COPY),
    put: (copy) => store.put("rules", copy, COPY),
    remove: () => store.remove("rules", COPY),
  };
  const machine = makeMachine({ build, loadMicroPython, read, copies, check });
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
  const needPiece = async (name) => {
    const { has, add } = await running();
    if (has(name)) return;
    const text = await (await read(build.pieces[name])).text();
    if (!has(name)) add(name, text);
  };

  return {
    start: () => running().catch(() => {}),
    startedFrom: machine.startedFrom,
    needLanguage: (lang) => needPiece(WORDS + lang),
    needBook: (book) => needPiece(BOOK + book),
    needRules: async (digest, reading) => {
      if (rules.has(digest)) return;
      await call("phone_keep_rules", digest, await reading());
      rules.add(digest);
    },
    needLog: async (log) => {
      if (logs.get(log.token) === log.version) return;
      await call("phone_keep_log", JSON.stringify(log));
      logs.set(log.token, log.version);
    },
    fragment: (name, pairs, lang) => call("phone_fragment", name, JSON.stringify(pairs), lang),
    table: async (seen) => JSON.parse(await call("phone_table", JSON.stringify(seen))),
    overtaken: async (seen) => JSON.parse(await call("phone_overtaken", JSON.stringify(seen))),
    check: async (seen) => JSON.parse(await call("phone_check", JSON.stringify(seen))),
    laid: async (pairs) => JSON.parse(await call("phone_laid", JSON.stringify(pairs))),
    atTable: (name, seen, pairs) => call("phone_at_table", name, JSON.stringify(seen), JSON.stringify(pairs)),
  };
};
