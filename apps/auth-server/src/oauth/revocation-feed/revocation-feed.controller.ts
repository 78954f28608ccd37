import { Controller, Get } from '@nestjs/common';
import { ApiBasicAuth, ApiHeader, ApiOkResponse, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Reply } from '../../http/answers/reply';
import { ApiOAuthError } from '../../http/docs/api-docs';
import { AnyOrigin, VariesBy } from '../../http/edge/route-facts';
import { SNAPSHOT_TYPE } from '../../protocol/revocation/snapshot';
import { EventStreamService } from './event-stream.service';
import { CurrentSnapshotCall, CurrentStreamCall, type SnapshotCall, type StreamCall } from './feed-calls';
import { RevocationFeedService } from './revocation-feed.service';

@ApiTags('oauth2')
@ApiBasicAuth('client')
@AnyOrigin()
@Controller('oauth2/revocations')
export class RevocationFeedController {
  constructor(
    private readonly snapshots: RevocationFeedService,
    private readonly streams: EventStreamService,
  ) {}

  @Get()
  @VariesBy('Accept-Encoding')
  @ApiOperation({ summary: 'What ended access tokens before their time, as a signed JWT' })
  @ApiQuery({ name: 'since', required: false, description: 'A version: what is newer. With `log`.' })
  @ApiQuery({ name: 'log', required: false, description: 'The history that the version is of.' })
  @ApiHeader({ name: 'If-None-Match', required: false })
  @ApiOkResponse({ content: { [SNAPSHOT_TYPE]: { schema: { type: 'string' } } } })
  @ApiResponse({ status: 304, description: 'Nothing has changed.' })
  @ApiOAuthError(400, 401, 403, 429, 503)
  snapshot(@CurrentSnapshotCall() call: SnapshotCall): Promise<Reply> {
    return this.snapshots.read(call);
  }

  @Get('events')
  @ApiOperation({ summary: 'The same as it happens: server-sent events, unsigned, which may only refuse' })
  @ApiHeader({ name: 'Last-Event-ID', required: false })
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { type: 'string' } } } })
  @ApiOAuthError(401, 403, 429, 503)
  events(@CurrentStreamCall() call: StreamCall): Promise<Reply> {
    return this.streams.open(call);
  }
}
