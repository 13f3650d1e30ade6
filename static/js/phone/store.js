// What this phone keeps in its own small database: orders that are not on the sheet yet, logs and rules of tables.
const AREAS = { orders: { keyPath: "place", autoIncrement: true }, logs: { keyPath: "token" }, rules: {}, pages: {} };

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opening;
const opened = () => {
  opening ??= (() => {
    const request = indexedDB.open("referee", 1);
    request.onupgradeneeded = () => {
      for (const [name, options] of Object.entries(AREAS)) request.result.createObjectStore(name, options);
    };
    return settled(request);
  })();
  return opening;
};

const at = async (area, mode = "readonly") => (await opened()).transaction(area, mode, { durability: "strict" }).objectStore(area);

export const store = {
  get: async (area, key) => settled((await at(area)).get(key)),
  all: async (area) => settled((await at(area)).getAll()),
  keys: async (area) => settled((await at(area)).getAllKeys()),
  put: async (area, value, key) => settled((await at(area, "readwrite")).put(value, key)),
  remove: async (area, key) => settled((await at(area, "readwrite")).delete(key)),
};
