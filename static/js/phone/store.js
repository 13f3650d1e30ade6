// What this phone keeps in its own small database: orders that are not on the sheet yet, logs and rules of tables.
import { inTime } from "./network.js";

const AREAS = { orders: { keyPath: "place", autoIncrement: true }, logs: { keyPath: "token" }, rules: {}, pages: {} };
const PATIENCE = 3000;

// A browser may take the database away at any time (its data is cleared, the disk is full), and some never answer then.
const answered = (waited, giveUp) => inTime(waited, PATIENCE, giveUp);
const settled = (asked, done, failed) =>
  new Promise((resolve, reject) => {
    asked[done] = resolve;
    asked[failed] = () => reject(asked.error ?? new Error(failed));
  });

let opening;
const open = async () => {
  const request = indexedDB.open("referee", 1);
  request.onupgradeneeded = () => {
    for (const [name, options] of Object.entries(AREAS)) request.result.createObjectStore(name, options);
  };
  await answered(settled(request, "onsuccess", "onerror"), () => {});
  const database = request.result;
  database.onclose = forget;
  database.onversionchange = forget;
  return database;
};
const opened = () => {
  opening ??= open();
  return opening;
};
const forget = () => {
  opening?.then((database) => database.close()).catch(() => {});
  opening = undefined;
};

// What is put is kept only when its transaction is through.
const once = async (area, mode, act) => {
  const transaction = (await opened()).transaction(area, mode, { durability: "strict" });
  const request = act(transaction.objectStore(area));
  const abort = () => {
    try {
      transaction.abort();
    } catch {
      // It is over.
    }
  };
  await answered(settled(transaction, "oncomplete", "onabort"), abort);
  return request.result;
};
// A database that went away is opened once more; what fails then, fails.
const inArea = (area, mode, act) =>
  once(area, mode, act).catch(() => {
    forget();
    return once(area, mode, act).catch((problem) => {
      forget();
      throw problem;
    });
  });

export const store = {
  get: (area, key) => inArea(area, "readonly", (found) => found.get(key)),
  all: (area) => inArea(area, "readonly", (found) => found.getAll()),
  keys: (area) => inArea(area, "readonly", (found) => found.getAllKeys()),
  put: (area, value, key) => inArea(area, "readwrite", (found) => found.put(value, key)),
  remove: (area, key) => inArea(area, "readwrite", (found) => found.delete(key)),
  clear: (area) => inArea(area, "readwrite", (found) => found.clear()),
};
