import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import { REQUEST_TOKEN } from '../guard.tokens.ts';

/**
 * The token of an HTTP request, for guards of your own and middleware after the guard, or that by which a socket was
 * opened, as for `handleConnection`. Undefined where none was verified.
 *
 * @example handleConnection(client: Socket) { client.join(accessTokenOf(client)!.subject); }
 */
export function accessTokenOf(client: object): VerifiedAccessToken | undefined {
  return (client as { [REQUEST_TOKEN]?: VerifiedAccessToken | null })[REQUEST_TOKEN] ?? undefined;
}
