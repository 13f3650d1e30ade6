// The service worker. The server writes the imports and BUILD, the addresses of everything to keep, above this line.
const kept = () => caches.open(BUILD.name);

// What never changes under its address is taken from the cache, and put there when it is fetched.
const read = async (address) => {
  const cache = await kept();
  const found = await cache.match(address);
  if (found) return found;
  const response = await fetchFile(address, BUILD, fromNetwork);
  await cache.put(address, response.clone());
  return response;
};

// This worker answers for the files of its own build, and for those of events once they were asked for. A picture that a
// style sheet names has the sheet's hash in its address; it is the same file.
const parts = (address) => address.match(/^\/(?:files|phone)\/([0-9a-f]+)(\/.*)$/) ?? [];
const own = new Set([...BUILD.files, ...Object.values(BUILD.pieces)]);
const pictures = new Map(BUILD.files.map((address) => [parts(address)[2], address]));
const sheets = new Set(BUILD.files.filter((address) => address.endsWith(".css")).map((address) => parts(address)[1]));
const fileAt = (address) => {
  const [, digest, path] = parts(address);
  if (own.has(address) || path?.startsWith("/events/")) return address;
  return sheets.has(digest) ? pictures.get(path) : undefined;
};

const has = async (address) => Boolean(await (await kept()).match(address));
const drop = async (address) => (await kept()).delete(address);

// MicroPython fetches its wasm file itself; in here that request would not pass through this worker.
const fromNetwork = self.fetch.bind(self);
self.fetch = (asked, init) => (asked === BUILD.wasm ? read(asked) : fromNetwork(asked, init));

// Pages of events lie apart, those of each event under the name that the server has for this browser there. Once it has
// another one, as when a link was revoked, they are nobody's.
const EVENT = "event ";
const addressesIn = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url);
const pages = {
  get: async (path) => (await kept()).match(path, { ignoreVary: true }),
  put: async (path, response) => (await kept()).put(path, response),
  all: async () => (await addressesIn(BUILD.name)).map((address) => address.replace(location.origin, "")),
  last: (address) => caches.match(address, { ignoreVary: true }),
  hold: async (event, holder, address, response) => {
    const mine = `${EVENT}${event} ${holder}`;
    for (const name of await caches.keys()) if (name !== mine && name.startsWith(`${EVENT}${event} `)) await caches.delete(name);
    if (!response) return;
    await (await caches.open(mine)).put(address, response.clone());
    for (const [file] of (await response.text()).matchAll(/\/files\/\w+\/events\/[\w.]+/g)) await read(file);
  },
};
const tell = async (news = {}) => {
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage({ changed: true, ...news });
};
const transport = makeTransport({ build: BUILD, loadMicroPython, read, has, drop, pages, tell });

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(BUILD.files.map(read)));
});
self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const opened = [];
    for (const name of await caches.keys()) {
      if (name === BUILD.name) continue;
      opened.push(...(await addressesIn(name)));
      await caches.delete(name);
    }
    await self.clients.claim();
    transport.keepAgain(opened);
    for (const { url } of await self.clients.matchAll({ type: "window" })) transport.look(url);
  };
  event.waitUntil(tidy());
});
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const file = origin === location.origin && event.request.method === "GET" && fileAt(pathname);
  const answer = file ? read(file).catch(() => fromNetwork(event.request)) : transport.handle(event.request);
  if (answer) event.respondWith(answer);
});
self.addEventListener("message", (event) => {
  const answer = async () => {
    if (event.data.ask === "take over") await self.skipWaiting();
    // A page that was on its way while this worker began has no worker until it is claimed once more.
    if (event.data.alone) await self.clients.claim();
    event.ports[0]?.postMessage(await transport.reply(event.data));
  };
  event.waitUntil(answer());
});
self.addEventListener("sync", (event) => event.waitUntil(transport.flush()));
