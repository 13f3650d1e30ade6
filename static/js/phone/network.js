// The network with a circuit breaker: one long wait, then this phone answers at once while it looks for the server.
const PATIENCE = 2500;
const SLOW = 800;
const PROBE_EVERY = 3000;
const GATEWAY_ERRORS = [502, 503, 504];

// Some browsers, Firefox among them, take a compressed answer that broke off on the way for a whole one; kept, it would
// stay half a page for good.
export const isWhole = async (response) => {
  const length = response.headers.get("Whole-Length");
  return length === null || (await response.clone().arrayBuffer()).byteLength === Number(length);
};

export const makeNetwork = ({ alive, onChange, onSlow }) => {
  let downSince = 0;

  const failed = () => {
    if (downSince) return;
    downSince = Date.now();
    onChange();
    probe();
  };
  const reached = () => {
    if (!downSince) return;
    downSince = 0;
    onChange();
  };
  const fetched = async (request, init, patience) => {
    const giveUp = new AbortController();
    const timers = [setTimeout(onSlow, SLOW), setTimeout(() => giveUp.abort(), patience)];
    try {
      const response = await fetch(request, { ...init, signal: giveUp.signal });
      if (GATEWAY_ERRORS.includes(response.status)) throw new Error("nobody behind the gateway");
      if (!(await isWhole(response))) throw new Error("the answer broke off");
      return response;
    } finally {
      timers.forEach(clearTimeout);
    }
  };

  const ask = async (request, init = {}, patience = PATIENCE) => {
    if (downSince) throw new Error("the network is taken for dead");
    try {
      return await fetched(request, init, patience);
    } catch (problem) {
      failed();
      throw problem;
    }
  };
  const look = () => fetched(alive, { cache: "no-store" }, PATIENCE).then(reached, failed);
  const probe = async () => {
    while (downSince) {
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY));
      if (downSince) await look();
    }
  };

  return { ask, look, downSince: () => downSince };
};
