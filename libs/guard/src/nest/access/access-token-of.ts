import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import { REQUEST_TOKEN } from '../guard.tokens.ts';

/**
 * The token by which a socket was opened, for `handleConnection` and whatever has no `ExecutionContext`; undefined where
 * the gateway is public.
 *
 * @example handleConnection(client: Socket) { client.join(accessTokenOf(client)!.subject); }
 */
export function accessTokenOf(client: object): VerifiedAccessToken | undefined {
  return (client as { [REQUEST_TOKEN]?: VerifiedAccessToken })[REQUEST_TOKEN];
}
