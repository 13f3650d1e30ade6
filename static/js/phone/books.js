// Where books lie. Those that a club saved on pages belong to no build: the server tells of each of their versions, and
// the newest one of each that was opened here is offered without a network, too.
const OFFERED = "books";
const MOST = 5;
const isSaved = (book) => book.includes("@");
const rulesOf = (book) => book.split("@")[0];

export const makeBooks = ({ build, store, network }) => {
  const infoOf = async (book) => {
    if (!isSaved(book)) return { address: build.pieces[`book.${book}`], guides: build.guides[book] ?? [] };
    const key = `${build.name} ${book}`;
    const known = await store.get("rules", key);
    if (known) return known;
    const found = await (await network.ask(`/phone/book/${book}`)).json();
    await store.put("rules", found, key);
    return found;
  };
  const offered = async () => (await store.get("rules", OFFERED).catch(() => null)) ?? [];
  const offer = async (book, isNewest) => {
    const list = await offered();
    const others = list.filter((each) => rulesOf(each) !== rulesOf(book));
    if (!isSaved(book) || list.includes(book) || (!isNewest && others.length < list.length)) return;
    await store.put("rules", [book, ...others].slice(0, MOST), OFFERED);
  };
  return { infoOf, offered, offer };
};
