/** A secret that the server has shown this once. */
export interface FreshSecret {
  id: string;
  text: string;
}

const fresh = new Map<string, FreshSecret>();

/** Keeps the secret of a new application until its page takes it: in memory alone. */
export function keepFresh(clientId: string, secret: FreshSecret): void {
  fresh.set(clientId, secret);
}

export function takeFresh(clientId: string): FreshSecret | null {
  const secret = fresh.get(clientId) ?? null;
  fresh.delete(clientId);
  return secret;
}
