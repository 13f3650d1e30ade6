// The network with a circuit breaker: one long wait, then this phone answers at once while it looks for the server.
const PATIENCE = 2500;
const SLOW = 800;
const PROBE_EVERY = 3000;
const GATEWAY_ERRORS = [502, 503, 504];

// Every answer of the server carries the name of its build. What does not is a hotel's login page, a proxy's excuse or
// whatever else stands where the server should be.
const BUILD = "Referee";
export const buildOf = (response) => response.headers.get(BUILD);
class Foreign extends Error {}

// Some browsers, Firefox among them, take a compressed answer that broke off on the way for a whole one; kept, it would
// stay half a page for good.
const isWhole = async (response) => {
  const length = response.headers.get("Whole-Length");
  return length === null || (await response.clone().arrayBuffer()).byteLength === Number(length);
};

// Only time in which this thread could do something counts: the program of this phone holds everything up while it starts,
// on some phones for seconds, and what was answered meanwhile is not late.
const TURNS = 4;
export const inTime = async (waited, patience, giveUp) => {
  const late = async () => {
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setTimeout(resolve, patience / TURNS));
    throw new Error("no answer in time");
  };
  try {
    return await Promise.race([waited, late()]);
  } catch (problem) {
    giveUp();
    throw problem;
  }
};

export const makeNetwork = ({ build, onChange, onSlow }) => {
  let down = null;

  const failed = (problem) => {
    const before = down;
    down = { since: before?.since ?? Date.now(), foreign: problem instanceof Foreign };
    if (before?.foreign !== down.foreign) onChange();
    if (!before) probe();
  };
  const reached = () => {
    if (!down) return;
    down = null;
    onChange();
  };
  const checked = async (response) => {
    if (buildOf(response) === null && GATEWAY_ERRORS.includes(response.status)) throw new Error("nobody behind the gateway");
    if (buildOf(response) === null) throw new Foreign(`something else answered: ${response.status} ${response.type}`);
    if (!(await isWhole(response))) throw new Error("the answer broke off");
    return response;
  };
  // WebKit goes on waiting for an answer although it was told to give up, so nothing here waits for it to notice.
  const fetched = async (request, init, patience) => {
    const giveUp = new AbortController();
    const asked = new Request(request, { redirect: "follow", ...init, signal: giveUp.signal });
    asked.headers.set("Referee-Build", build.name);
    const slow = setTimeout(onSlow, SLOW);
    try {
      return await inTime(fetch(asked).then(checked), patience, () => giveUp.abort());
    } finally {
      clearTimeout(slow);
    }
  };

  const ask = async (request, init = {}, patience = PATIENCE) => {
    if (down) throw new Error("the network is taken for dead");
    try {
      return await fetched(request, init, patience);
    } catch (problem) {
      failed(problem);
      throw problem;
    }
  };
  // Where there is nothing else to show, the network is asked although it is taken for dead.
  const insist = async (request, patience) => {
    const response = await fetched(request, {}, patience);
    reached();
    return response;
  };
  const alive = async () => {
    const response = await fetched(build.alive, { cache: "no-store", redirect: "manual" }, PATIENCE);
    if (response.status !== 204) throw new Error(`not alive: ${response.status}`);
  };
  const look = () => alive().then(reached, failed);
  const probe = async () => {
    while (down) {
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY));
      if (down) await look();
    }
  };

  return { ask, insist, look, down: () => down };
};
