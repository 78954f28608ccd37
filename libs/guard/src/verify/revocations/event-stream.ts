import { EventParser, type ServerSentEvent } from './event-parser.ts';
import { assertAnswered } from './feed-errors.ts';

export interface StreamRequest {
  readonly uri: string;
  readonly authorization: string | undefined;
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
  /** Called for whatever comes, heartbeats too. */
  readonly onBytes: () => void;
}

/**
 * Reads server-sent events until the stream ends. Rejects with an Error: unreachable, not 200, not a stream of events,
 * broken, aborted.
 */
export async function* readEvents(request: StreamRequest, parser: EventParser): AsyncGenerator<ServerSentEvent> {
  const { uri, signal } = request;
  const response = await fetch(uri, { headers: headersOf(request), redirect: 'manual', signal });
  await assertAnswered(response);
  if (!/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel();
    throw new Error('the answer is no stream of events');
  }
  const decoder = new TextDecoder();
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    request.onBytes();
    yield* parser.read(decoder.decode(chunk, { stream: true }));
  }
}

function headersOf({ authorization, lastEventId }: StreamRequest): Record<string, string> {
  return {
    accept: 'text/event-stream',
    'cache-control': 'no-store',
    ...(authorization === undefined ? {} : { authorization }),
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
}
