// What this phone knows of the tables that were opened on it: their logs, and the rules that they are played under.
// A book, and those that speak where it is silent; without one of these it still answers for itself.
export const needBooks = async (core, build, book) => {
  await core.needBook(book);
  for (const guide of build.guides[book] ?? []) await core.needBook(guide).catch(() => {});
};

export const makeTables = ({ build, store, network, core, outbox }) => {
  const refresh = async (token) => {
    const known = await store.get("logs", token);
    try {
      const response = await network.ask(`/t/${token}/log?have=${known?.version ?? ""}`);
      if (response.status === 200) await keep(await response.json());
    } catch {
      // The log stays as it is; what was sent since counts on top of it.
    }
  };
  const keep = async (log) => {
    const seq = log.events.at(-1)[0];
    await store.put("logs", { ...log, seq });
    await outbox.caughtUp(log.token, seq);
    await rulesOf(log);
  };

  // Rules never change under their hash, but another version of the program may tell them in other words.
  const rulesOf = async ({ token, rules }) => {
    const key = `${build.name} ${rules}`;
    const known = await store.get("rules", key);
    if (known) return known;
    const text = await (await network.ask(`/t/${token}/rules/${rules}`)).text();
    await store.put("rules", text, key);
    return text;
  };

  // Everything that the core is told when it is asked about a table; null for a table that was never opened here.
  const seenAt = async (token, lang, { gap = null, shown = null } = {}) => {
    const log = await store.get("logs", token);
    if (!log) return null;
    await core.needLanguage(lang);
    await core.needRules(log.rules, () => rulesOf(log));
    await core.needLog(log);
    const orders = await outbox.onTopOf(log);
    await core.needBook(log.book).catch(() => {});
    const unsent = orders.map(({ action, pairs }) => ({ action, pairs }));
    return { token, unsent, lang, gap, shown, address: `/t/${token}` };
  };

  return { refresh, seenAt };
};
