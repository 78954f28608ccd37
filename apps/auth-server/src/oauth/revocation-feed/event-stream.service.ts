import { Inject, Injectable } from '@nestjs/common';
import type { Writable } from 'node:stream';
import { SETTINGS, type Settings } from '../../config/settings';
import { oauthErrorReply } from '../../http/answers/oauth-error-reply';
import { OpenBody, Reply } from '../../http/answers/reply';
import { OAuthError } from '../../protocol/oauth-error';
import { formatEvent } from '../../protocol/revocation/server-sent-event';
import { eventId, parseVersion } from '../../protocol/revocation/snapshot';
import { type Published, RevocationFeed } from '../../revocations/revocation-feed';
import { callerKey } from './caller-key';
import { EventListeners, eventsOf } from './event-listeners';
import { FeedAccess } from './feed-access';
import type { StreamCall } from './feed-calls';
import { ListenerPlaces } from './listener-places';

/** More is left to a snapshot: `hello` shows that the reader is behind. */
const MOST_CAUGHT_UP = 1_000;

/** A proxy must pass each event on (nginx), and cache none. */
const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/** GET /oauth2/revocations/events: new entries as server-sent events, unsigned: they may only refuse. */
@Injectable()
export class EventStreamService {
  private readonly places = new ListenerPlaces({ ofProcess: 2_000, ofAddress: 32 });

  constructor(
    private readonly access: FeedAccess,
    private readonly feed: RevocationFeed,
    private readonly listeners: EventListeners,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns 503 where there is no place: the caller polls meanwhile @throws OAuthError of {@link FeedAccess} */
  async open(call: StreamCall): Promise<Reply> {
    await this.access.assert(call);
    if (this.listeners.isClosed) return refusal('the server is stopping', 2);
    const leave = this.places.take(callerKey(call.address, this.settings));
    if (leave === null) return refusal('there are too many listeners: poll meanwhile', 30);
    try {
      const published = await this.feed.latest();
      return new Reply(200, new OpenBody((body) => this.begin({ body, call, published, leave })), HEADERS);
    } catch (error) {
      leave();
      throw error;
    }
  }

  private begin({ body, call, published, leave }: Opening): void {
    // The caller may have gone while the entries were read.
    if (body.destroyed) return leave();
    body.once('close', leave);
    this.listeners.join(body, greet(this.feed.known() ?? published, call.lastEventId));
  }
}

/** Not thrown: it is no fault of the server, for its log. @param retryAfter seconds */
const refusal = (description: string, retryAfter: number) =>
  oauthErrorReply(new OAuthError('temporarily_unavailable', description, { retryAfter }));

interface Opening {
  body: Writable;
  call: StreamCall;
  published: Published;
  leave: () => void;
}

function greet(published: Published, lastEventId: string | undefined): string {
  const { entries, version: v } = published;
  const { log } = entries;
  const hello = formatEvent({ id: eventId(log, v), event: 'hello', data: { log, v } });
  const [ofLog, text = ''] = (lastEventId ?? '').split('.');
  const since = parseVersion(text);
  if (ofLog !== log || since === null || since > v) return hello;
  const missed = entries.since(since, published.isInOrder) ?? [];
  return missed.length > MOST_CAUGHT_UP ? hello : hello + eventsOf(missed, published);
}
