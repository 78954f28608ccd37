import { type Account, call, decide } from '../world/world';

/** Sends a signed-in browser to the authorization endpoint, and decides. @returns where it is redirected. */
export async function visit(
  server: { url: string },
  account: Account,
  url: URL | string,
  decision: Record<string, unknown> = { is_rejected: false },
): Promise<URL> {
  const { body, text } = await call<{ sessionID?: string }>('GET', String(url), { headers: account.session });
  if (body?.sessionID === undefined) throw new Error(text);
  const { headers } = await decide(server, account, body.sessionID, decision);
  return new URL(headers.get('location') ?? 'none:');
}
