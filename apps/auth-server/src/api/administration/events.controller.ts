import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiQuery } from '@nestjs/swagger';
import { EventRecord, type RecordedEvent } from '../../platform/events/event-record';
import { ApiProblem } from '../../platform/http/docs/api-docs';
import { QueryText } from '../../platform/http/edge/edge-request';
import { ForAdministrators } from './administrator.guard';
import { PAGE_SIZE, pageOf, readNumberCursor, readQuery } from './list-query';

const Text = (description?: string) =>
  ApiProperty({ type: String, nullable: true, ...(description !== undefined && { description }) });

export class RecordedEventView {
  @ApiProperty()
  id: number;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ example: 'sign_in.failed' })
  kind: string;

  @Text('The account that it is about.')
  account_id: string | null;

  @Text()
  client_id: string | null;

  @Text()
  family_id: string | null;

  @Text('The administrator who did it; null: the account itself, a client, or the server.')
  actor_id: string | null;

  @Text('The address of the caller.')
  address: string | null;

  @Text()
  scopes: string | null;
}

export class EventPageView {
  @ApiProperty({ type: [RecordedEventView] })
  items: RecordedEventView[];

  @ApiProperty({ type: String, nullable: true })
  next_cursor: string | null;
}

@ForAdministrators()
@Controller('api/admin/events')
export class RecordedEventsController {
  constructor(private readonly events: EventRecord) {}

  @Get()
  @ApiOperation({ summary: 'List events, the newest first; of one account, application or administrator' })
  @ApiQuery({ name: 'account_id', required: false })
  @ApiQuery({ name: 'client_id', required: false })
  @ApiQuery({ name: 'actor_id', required: false })
  @ApiQuery({ name: 'cursor', required: false })
  @ApiOkResponse({ type: EventPageView })
  @ApiProblem(400)
  async list(@QueryText() query: string): Promise<EventPageView> {
    const { cursor, ...given } = readQuery(query, ['account_id', 'client_id', 'actor_id', 'cursor']);
    const filter = {
      ...(given.account_id !== undefined && { accountId: given.account_id }),
      ...(given.client_id !== undefined && { clientId: given.client_id }),
      ...(given.actor_id !== undefined && { actorId: given.actor_id }),
    };
    const found = await this.events.list(filter, readNumberCursor(cursor), PAGE_SIZE + 1);
    return pageOf(found, toRecordedEventView, ({ id }) => id);
  }
}

const toRecordedEventView = (event: RecordedEvent): RecordedEventView => ({
  id: event.id,
  at: new Date(Number(event.at)).toISOString(),
  kind: event.kind,
  account_id: event.accountId,
  client_id: event.clientId,
  family_id: event.familyId,
  actor_id: event.actorId,
  address: event.address,
  scopes: event.scopes,
});
