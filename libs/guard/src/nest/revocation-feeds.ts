import { Logger, type OnApplicationShutdown } from '@nestjs/common';

import type { Clock } from '../verify/clock.ts';
import type { KeyStore } from '../verify/keys/key-store.ts';
import { RevocationFeed } from '../verify/revocations/revocation-feed.ts';
import { NO_REVOCATIONS, type Revocations } from '../verify/revocations/revocations.ts';
import type { RevocationSettings } from './revocation.settings.ts';

/** The feeds of one module, which are read as long as the application runs; modules share none. */
export class RevocationFeeds implements OnApplicationShutdown {
  private readonly feeds: RevocationFeed[] = [];

  constructor(private readonly clock: Clock) {}

  /** @param settings undefined where revocations are not read. */
  open(issuer: string, keys: KeyStore, settings: RevocationSettings | undefined): Revocations {
    if (settings === undefined) return NO_REVOCATIONS;
    const feed = new RevocationFeed({
      ...settings,
      issuer,
      keys,
      clock: this.clock,
      logger: new Logger('JwtBearerGuard'),
    });
    this.feeds.push(feed);
    return feed;
  }

  /** Not sooner: calls are still answered until then. */
  onApplicationShutdown(): void {
    for (const feed of this.feeds) feed.close();
  }
}
