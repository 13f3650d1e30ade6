// MicroPython, started from a copy of its memory where this device keeps one: a start from source takes three times as
// long. Only one copy is kept, of the machine after the program, words and books and before any log or form.
const HEAP = 8 * 1024 * 1024;
const PAGE = 4096;
const NOTHING = { register() {} };

// The loader hands out neither its memory nor a way to hold its finalizers back until a copy was taken: objects of this
// start would free numbers that mean something else in the copied memory.
const wired = async ({ loadMicroPython, url }) => {
  const { instantiate, instantiateStreaming } = WebAssembly;
  const Registry = globalThis.FinalizationRegistry;
  let exported;
  const watched =
    (begin) =>
    async (...given) => {
      const found = await begin.apply(WebAssembly, given);
      exported = (found.instance ?? found).exports;
      return found;
    };
  Object.assign(WebAssembly, { instantiate: watched(instantiate), instantiateStreaming: watched(instantiateStreaming) });
  globalThis.FinalizationRegistry = function Held() {
    return NOTHING;
  };
  try {
    const machine = await loadMicroPython({ heapsize: HEAP, url });
    const references = globalThis.proxy_js_ref.length;
    return { machine, exported, Registry, references, size: sizeOf(exported), fresh: pagesIn(exported) };
  } finally {
    Object.assign(WebAssembly, { instantiate, instantiateStreaming });
    globalThis.FinalizationRegistry = Registry;
  }
};
const letGo = ({ exported, Registry }) => {
  globalThis.pyProxyFinalizationRegistry = new Registry((number) => {
    globalThis.proxy_js_map.delete(number);
    exported.proxy_c_free_obj(number);
  });
};

const bytesOf = (exported) => new Uint8Array(exported.memory.buffer);
const pagesIn = (exported) => {
  const words = new BigUint64Array(exported.memory.buffer);
  const perPage = PAGE / words.BYTES_PER_ELEMENT;
  const isUsed = (page) => words.subarray(page * perPage, (page + 1) * perPage).some((word) => word !== 0n);
  return Array.from({ length: words.length / perPage }, (_, page) => page).filter(isUsed);
};
const hashOf = async (bytes) => Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))).join();
const sizeOf = (exported) => `${exported.memory.buffer.byteLength} ${exported.emscripten_stack_get_current()}`;
const isAtRest = ({ exported, references, size }) =>
  globalThis.proxy_js_ref.length === references && sizeOf(exported) === size;

// Pages that held something right after loading are copied even if they are empty now: a new machine has to be told.
const packed = ({ machine, exported, fresh }) => {
  // Without a name of its own among the short ones of the program.
  machine.runPython("__import__('gc').collect()");
  const pages = [...new Set([...fresh, ...pagesIn(exported)])];
  const memory = bytesOf(exported);
  const bytes = new Uint8Array(pages.length * PAGE);
  pages.forEach((page, place) => bytes.set(memory.subarray(page * PAGE, (page + 1) * PAGE), place * PAGE));
  return { pages, bytes };
};
const unpack = ({ pages, bytes }, { exported }) => {
  const memory = bytesOf(exported);
  pages.forEach((page, place) => memory.set(bytes.subarray(place * PAGE, (place + 1) * PAGE), page * PAGE));
};

// ``check`` names a question about some pieces; a copy has to answer it as the machine did that it was taken from. What
// ``setup`` is told to a machine that starts from source, a copy of it knows already.
export const makeMachine = ({ build, loadMicroPython, read, copies, check, setup }) => {
  const canCopy = Boolean(globalThis.crypto?.subtle);
  let machine;
  let wires;
  let pieces = [];
  let copied = [];
  let isSealed = false;

  const load = async () => {
    if (!canCopy) {
      machine = await loadMicroPython({ heapsize: HEAP, url: build.wasm });
      return;
    }
    wires = await wired({ loadMicroPython, url: build.wasm });
    machine = wires.machine;
  };
  const asked = (name, ...texts) => machine.globals.get(name)(...texts);
  const fits = async (copy) =>
    copy?.build === build.name && copy.size === wires.size && copy.hash === (await hashOf(copy.bytes));

  const startFromCopy = async () => {
    const copy = await copies.get();
    if (!(await fits(copy))) return false;
    unpack(copy, wires);
    if (asked(...check(copy.pieces)) !== copy.answer) throw new Error("the copy answers otherwise");
    pieces = copied = copy.pieces;
    return true;
  };
  const startFromSource = async () => {
    machine.runPython(await (await read(build.core)).text());
    asked(...setup);
  };
  const start = async () => {
    await load();
    try {
      if (canCopy && (await startFromCopy())) return;
    } catch {
      await copies.remove().catch(() => {});
      await load();
    }
    await startFromSource();
  };

  // The copy is for whoever starts next: it is taken before the machine is told of anybody's table or form.
  const seal = () => {
    if (isSealed || !canCopy) return;
    isSealed = true;
    if (check(pieces) && pieces.some((piece) => !copied.includes(piece)) && isAtRest(wires)) save(packed(wires));
    letGo(wires);
  };
  const save = async (copy) => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const known = [...pieces];
    const answer = asked(...check(known));
    const hash = await hashOf(copy.bytes);
    await copies.put({ ...copy, hash, answer, build: build.name, size: wires.size, pieces: known }).catch(() => {});
  };

  return {
    start,
    has: (piece) => pieces.includes(piece),
    add: (piece, text) => {
      asked("keep_piece", text);
      pieces = [...pieces, piece];
    },
    ask: (name, ...texts) => {
      seal();
      return asked(name, ...texts);
    },
    startedFrom: () => (copied.length ? "copy" : "source"),
  };
};
