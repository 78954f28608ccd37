import { Injectable } from '@nestjs/common';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Reply } from '../../http/answers/reply';
import { SNAPSHOT_TYPE, eventId, matchesAny, parseVersion } from '../../protocol/revocation/snapshot';
import { acceptsGzip } from '../../protocol/text/accept';
import { type Published, RevocationFeed } from '../../revocations/revocation-feed';
import { FeedAccess } from './feed-access';
import type { SnapshotCall } from './feed-calls';
import { SignedSnapshots } from './signed-snapshots';
import { WholeSnapshotLimit } from './whole-snapshot-limit';

/** More than these are the whole: everyone may ask since any version, and each answer is made and signed. */
const MOST_REST = 2_000;

const decompress = promisify<Buffer, Buffer>(gunzip);

/** GET /oauth2/revocations: what ended tokens before their time, signed; the whole, or the rest since a version. */
@Injectable()
export class RevocationFeedService {
  constructor(
    private readonly access: FeedAccess,
    private readonly feed: RevocationFeed,
    private readonly snapshots: SignedSnapshots,
    private readonly limit: WholeSnapshotLimit,
  ) {}

  /** @throws OAuthError of {@link FeedAccess}; 429 */
  async read(call: SnapshotCall): Promise<Reply> {
    await this.access.assert(call);
    const published = await this.feed.latest();
    const { entries, version } = published;
    const etag = `"${eventId(entries.log, version)}.${entries.fingerprint(version)}"`;
    const headers = { etag, 'cache-control': `${this.access.isOpen ? 'public' : 'private'}, max-age=5` };
    if (matchesAny(call.ifNoneMatch, etag)) return new Reply(304, undefined, headers);
    const rest = restOf(published, call.parameters);
    if (rest === undefined) this.limit.consume(call.address);
    const gzip = await this.snapshots.find({ etag, published, rest });
    const typed = { ...headers, 'content-type': SNAPSHOT_TYPE };
    if (acceptsGzip(call.acceptEncoding)) return new Reply(200, gzip, { ...typed, 'content-encoding': 'gzip' });
    return new Reply(200, await decompress(gzip), typed);
  }
}

function restOf(published: Published, { since: text = '', log }: SnapshotCall['parameters']) {
  const { entries, version, isInOrder } = published;
  const since = parseVersion(text);
  if (since === null || log !== entries.log || since > version) return undefined;
  const rest = entries.since(since, isInOrder);
  return rest === null || rest.length > MOST_REST ? undefined : { since, texts: rest.map((kept) => kept.text) };
}
