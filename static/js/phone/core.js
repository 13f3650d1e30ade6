// The rules core on this phone: MicroPython, the lowered core, and the pieces of the library that were asked for.
// Texts go in, texts come out; nothing here knows a rule.
const HEAP = 8 * 1024 * 1024;

export const makeCore = ({ build, loadMicroPython, read }) => {
  let booting;
  const known = new Set();
  const logs = new Map();

  const boot = async () => {
    const [machine, program] = await Promise.all([loadMicroPython({ heapsize: HEAP, url: build.wasm }), read(build.core)]);
    machine.runPython(await program.text());
    return machine;
  };

  const running = () => {
    booting ??= boot().catch((problem) => {
      booting = undefined;
      throw problem;
    });
    return booting;
  };

  const call = async (name, ...texts) => (await running()).globals.get(name)(...texts);

  // Every piece is read once; a piece that this phone does not hold is an error to whoever needs it.
  const need = async (name, reading, keep) => {
    if (known.has(name)) return;
    await keep(await reading());
    known.add(name);
  };
  const needPiece = (name) =>
    need(name, async () => (await read(build.pieces[name])).text(), (text) => call("phone_keep", text));

  return {
    start: () => running().catch(() => {}),
    needLanguage: (lang) => needPiece(`words.${lang}`),
    needBook: (book) => needPiece(`book.${book}`),
    needRules: (digest, reading) => need(`rules.${digest}`, reading, (text) => call("phone_keep_rules", digest, text)),
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
