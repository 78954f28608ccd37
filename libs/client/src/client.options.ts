import type { Clock } from './tokens/clock.ts';
import type { TokenStore } from './tokens/token-store.ts';

/** Options of `ConsentryClientModule.forRoot` and `forRootAsync`. URLs are https, or http on loopback. */
export interface ClientOptions {
  /** The authorization server's URL. */
  issuer: string;
  clientId: string;
  /** Sent by HTTP Basic. Default: none; the application is a public client. */
  clientSecret?: string | undefined;
  /** The redirect URI, byte for byte as it is registered; without a query. */
  redirectUri: string;
  /** The scopes to request. With `openid` an ID token names the person. */
  scopes: readonly string[];
  /** Origins of the services that tokens may be sent to: `https://notes.example.com`. */
  apis: readonly string[];
  /** Whether to push authorization requests (RFC 9126). Default: whether the server requires it. */
  usePar?: boolean | undefined;
  /**
   * Whether to bind tokens to a key (RFC 9449), one per person: with `true` an unbound token is refused, with `optional`
   * it is taken from a server that binds none. Default: false.
   */
  useDpop?: boolean | 'optional' | undefined;
  /** Where to keep tokens. Default: in this process's memory. */
  store?: TokenStore | undefined;
  /** Time source. Default: the process's clock. */
  clock?: Clock | undefined;
}
