import type { Clock } from './tokens/clock.ts';
import type { TokenStore } from './tokens/token-store.ts';

/** Options of `ConsentryClientModule.forRoot` and `forRootAsync`. URLs are https, or http on loopback. */
export interface ClientOptions {
  /** The authorization server's URL. */
  issuer: string;
  clientId: string;
  /** Sent by HTTP Basic. Default: none, the application is public. */
  clientSecret?: string | undefined;
  /** Where the authorization server sends the browser back to, as it is registered. */
  redirectUri: string;
  /** What is asked for. With `openid` the answer says who signed in. */
  scopes: readonly string[];
  /** The services that tokens are sent to, by their origins: `https://notes.example.com`. */
  apis: readonly string[];
  /** Whether requests are pushed (RFC 9126). Default: whether the server requires it. */
  usePar?: boolean | undefined;
  /** Whether tokens are bound to a key (RFC 9449), one for each person. Default: false. */
  useDpop?: boolean | undefined;
  /** Where tokens are kept. Default: in this process. */
  store?: TokenStore | undefined;
  /** Time source. Default: the process's clock. */
  clock?: Clock | undefined;
}
