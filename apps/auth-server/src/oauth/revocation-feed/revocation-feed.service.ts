import { Injectable } from '@nestjs/common';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Reply } from '../../platform/http/answers/reply';
import { type Cursor, parseCursor } from '../../protocol/revocation/cursor';
import { PAGE_TYPE } from '../../protocol/revocation/page';
import { acceptsGzip } from '../../protocol/text/accept';
import { RevocationFeed } from '../../model/revocations/revocation-feed';
import type { RevocationTail } from '../../model/revocations/revocation-tail';
import { ClosedPages } from './closed-pages';
import { FeedAccess } from './feed-access';
import type { PageCall } from './page-call';
import type { SignedPage } from './page-signer';
import { ReaderLimits } from './reader-limits';
import { TailPages } from './tail-pages';
import { WaitingCalls } from './waiting-calls';

const decompress = promisify<Buffer, Buffer>(gunzip);

/** Seconds after which a reader asks again that found no place to wait. */
const WITHOUT_PLACE = { 'retry-after': '1' };

/** GET /oauth2/revocations: what ended tokens before their time, in signed pages; the last one may be waited for. */
@Injectable()
export class RevocationFeedService {
  constructor(
    private readonly access: FeedAccess,
    private readonly feed: RevocationFeed,
    private readonly closedPages: ClosedPages,
    private readonly tailPages: TailPages,
    private readonly waitingCalls: WaitingCalls,
    private readonly limits: ReaderLimits,
  ) {}

  /** @throws OAuthError of {@link FeedAccess}; 429 */
  async read(call: PageCall): Promise<Reply> {
    const network = (await this.access.admit(call)) ? null : this.limits.networkOf(call.address);
    const given = call.after === undefined ? null : parseCursor(call.after);
    const tail = await this.tailFor(call, given);
    const after = given !== null && isOf(tail, given) ? given : undefined;
    if ((after?.version ?? 0) < tail.start) return this.closed({ call, network, tail, after });
    if (call.wait === 0 || after === undefined || tail.after(after).length > 0) return this.newest(call, tail, after);
    return this.wait({ call, network, tail, after });
  }

  /** A call that does not wait hears of all that was committed before it; another process may have read on already. */
  private async tailFor({ wait }: PageCall, given: Cursor | null): Promise<RevocationTail> {
    if (wait === 0) return this.feed.latest();
    const known = await this.feed.known();
    return given === null || isOf(known, given) ? known : this.feed.latest();
  }

  private async closed({ call, network, tail, after }: Reading): Promise<Reply> {
    const page = await this.closedPages.find(tail, after?.version ?? 0);
    this.limits.takeBytes(network, page.gzip.length);
    return this.reply(call, page, `${this.scope}, ${after === undefined ? 'max-age=60' : 'max-age=86400, immutable'}`);
  }

  private async wait({ call, network, tail, after }: Reading): Promise<Reply> {
    const giveBack = this.limits.takePlace(network);
    if (giveBack === null) return this.newest(call, await this.feed.latest(), after, WITHOUT_PLACE);
    try {
      await this.waitingCalls.wait(tail, call.wait, call.onEnd);
    } finally {
      giveBack();
    }
    const latest = await this.feed.latest();
    return this.newest(call, latest, after && isOf(latest, after) ? after : undefined);
  }

  private async newest(call: PageCall, tail: RevocationTail, after?: Cursor, headers = {}): Promise<Reply> {
    const page = await this.tailPages.find(tail, after);
    return this.reply(call, page, page.isEmpty ? 'no-store' : `${this.scope}, max-age=1`, headers);
  }

  private get scope(): string {
    return this.access.isOpen ? 'public' : 'private';
  }

  private async reply({ acceptEncoding }: PageCall, { gzip }: SignedPage, cacheControl: string, more = {}) {
    const headers = { 'content-type': PAGE_TYPE, 'cache-control': cacheControl, ...more };
    if (acceptsGzip(acceptEncoding)) return new Reply(200, gzip, { ...headers, 'content-encoding': 'gzip' });
    return new Reply(200, await decompress(gzip), headers);
  }
}

interface Reading {
  call: PageCall;
  /** What a stranger is counted by. */
  network: string | null;
  tail: RevocationTail;
  after: Cursor | undefined;
}

/** Whether a reader goes on from a cursor: not from one of another history, or above what there is. */
const isOf = ({ log, newest }: RevocationTail, cursor: Cursor) => cursor.log === log && cursor.version <= newest;
