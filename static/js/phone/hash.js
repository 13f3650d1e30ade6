// What stands in the address of a file: the SHA-256 of its content. Browsers keep theirs from pages without HTTPS.
const PRIMES = [...Array(312).keys()].filter((n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => n > p && n % p === 0)).slice(0, 64);
const fraction = (root) => Math.floor((root % 1) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

const padded = (bytes) => {
  const words = new DataView(new ArrayBuffer(((bytes.length + 8) >> 6) * 64 + 64));
  new Uint8Array(words.buffer).set(bytes);
  words.setUint8(bytes.length, 0x80);
  words.setUint32(words.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  words.setUint32(words.byteLength - 4, bytes.length << 3);
  return words;
};
const block = (state, words, at, w) => {
  for (let i = 0; i < 16; i++) w[i] = words.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [a, b] = [w[i - 15], w[i - 2]];
    const [s0, s1] = [turned(a, 7) ^ turned(a, 18) ^ (a >>> 3), turned(b, 17) ^ turned(b, 19) ^ (b >>> 10)];
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const t2 = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (state[i] + word) | 0);
};
export const ownSha256 = (bytes) => {
  const words = padded(bytes);
  let state = START;
  for (let at = 0; at < words.byteLength; at += 64) state = block(state, words, at, new Int32Array(64));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
};

const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (content) => (typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content));

// The hash of a text or of bytes.
export const sha256 = async (content) => {
  const bytes = bytesOf(content);
  return globalThis.crypto.subtle ? hex(await crypto.subtle.digest("SHA-256", bytes)) : ownSha256(bytes);
};

// What devices know the events of an order by: the n-th of several has its place behind the order's id.
export const eventHash = async (command, place = 0) =>
  (await sha256(`command ${command}${place ? ` ${place}` : ""}`)).slice(0, 16);

const NAMED = /^\/(?:files|phone)\/([0-9a-f]+)\/|\/rules\/([0-9a-f]+)$/;
export const isContentOf = async (address, content) => {
  const [, short, long] = address.match(NAMED) ?? [];
  return (await sha256(content)).startsWith(short ?? long);
};
