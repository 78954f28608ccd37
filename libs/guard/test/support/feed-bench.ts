import { AccessTokenVerifier } from '../../src/verify/access-token-verifier.ts';
import { fetchKeySet } from '../../src/verify/keys/key-set-fetch.ts';
import { KeyStore } from '../../src/verify/keys/key-store.ts';
import { RevocationFeed, type RevocationFeedSettings } from '../../src/verify/revocations/revocation-feed.ts';
import { RFC9068 } from '../../src/verify/token/profiles/rfc9068.ts';
import { FeedServer } from './feed-server.ts';
import { FeedTime } from './feed-time.ts';
import { AUDIENCE, type IssuerKey, mint } from './issuer.ts';

const TWO_WEEKS = 1_209_600;

/** A feed server, and services that read it, all on one clock that the test moves. */
export class FeedBench {
  readonly time = new FeedTime();
  readonly lines: string[] = [];
  server: FeedServer;
  private readonly closing: (() => void)[] = [];

  static async start(...keys: IssuerKey[]): Promise<FeedBench> {
    const bench = new FeedBench();
    bench.server = await FeedServer.start(keys, bench.time);
    return bench;
  }

  /** A service; `status` is what becomes of a call with a token: `accepted` or the error's code. */
  service(options: Partial<RevocationFeedSettings> = {}) {
    const { server, time, lines } = this;
    const { issuer } = server;
    const fetchKeys = () => fetchKeySet(`${issuer}/.well-known/jwks.json`);
    const keys = new KeyStore({ clock: time, fetchKeys, onFailure: () => undefined });
    const write = (level: string) => (line: string) => void lines.push(`${level} ${line.replaceAll(issuer, '')}`);
    const feed = new RevocationFeed({
      issuer,
      uri: `${issuer}/oauth2/revocations`,
      isNamed: false,
      authorization: undefined,
      onStale: 'accept',
      maxWait: 5_000,
      clock: time,
      keys,
      logger: { log: write('log'), warn: write('warn'), error: write('error') },
      ...options,
    });
    this.closing.push(() => feed.close());
    const issuers = [{ issuer, profile: RFC9068, audiences: [AUDIENCE], keys, revocations: feed }];
    const verifier = new AccessTokenVerifier({ issuers, clock: time, cacheSize: 100 });
    const status = (token: string) => statusOf(() => verifier.verify(token));
    return { feed, verifier, status };
  }

  /** A token of 14 days. */
  token(claims: Record<string, unknown> = {}, key = this.server.keys.at(-1)!): Promise<string> {
    const iat = Math.floor(this.time.now() / 1_000);
    return mint(key, this.time.now(), { claims: { iss: this.server.issuer, exp: iat + TWO_WEEKS, ...claims } });
  }

  async close(): Promise<void> {
    for (const close of this.closing) close();
    await this.server.down();
  }
}

async function statusOf(verify: () => unknown): Promise<string> {
  try {
    await verify();
    return 'accepted';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}
