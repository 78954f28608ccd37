const targets = new Map<string, string>();
let original: typeof fetch | undefined;

/**
 * Leads calls below one URL to another origin until it is undone: a service that is configured for its real issuer is
 * tested as it is. Returns the function that undoes it.
 */
export function redirectFetch(from: string, to: string): () => void {
  targets.set(from, to);
  original ??= globalThis.fetch;
  globalThis.fetch = redirected;
  return () => {
    targets.delete(from);
    if (targets.size > 0 || original === undefined) return;
    if (globalThis.fetch === redirected) globalThis.fetch = original;
    original = undefined;
  };
}

const redirected: typeof fetch = (input, init) => {
  const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  const from = [...targets.keys()].find((prefix) => url.startsWith(`${prefix}/`));
  const send = original ?? globalThis.fetch;
  return from === undefined ? send(input, init) : send(targets.get(from)! + url.slice(from.length), init);
};
