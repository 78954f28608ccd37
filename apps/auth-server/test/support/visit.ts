import { type Account, call, decide } from './world';

/**
 * What the browser of a signed-in account does at the authorization endpoint: it is asked, and decides.
 *
 * @returns where it arrives.
 */
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
