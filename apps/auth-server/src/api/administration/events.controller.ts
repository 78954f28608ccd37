import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import { AccountDirectory } from '../../model/accounts/account-directory';
import { EVENT_KINDS } from '../../platform/events/event-kind';
import { type EventFilter, type EventPlace, EventRecord } from '../../platform/events/event-record';
import { invalidFields } from '../../platform/http/answers/problem';
import { ApiProblem } from '../../platform/http/docs/api-docs';
import { QueryText } from '../../platform/http/edge/edge-request';
import { ForAdministrators } from './administrator.guard';
import { EventPageView, toRecordedEventView } from './events.view';
import { PAGE_SIZE, pageOf, readPlace, readQuery, readTime } from './list-query';

const NAMES = ['kind', 'account_id', 'client_id', 'actor_id', 'from', 'to', 'cursor'] as const;

type Query = Partial<Record<(typeof NAMES)[number], string>>;

const Optional = (name: (typeof NAMES)[number], description: string) =>
  ApiQuery({ name, required: false, description });

@ForAdministrators()
@Controller('api/admin/events')
export class RecordedEventsController {
  constructor(
    private readonly events: EventRecord,
    private readonly accounts: AccountDirectory,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List events, the newest first' })
  @ApiQuery({ name: 'kind', required: false, enum: EVENT_KINDS })
  @Optional('account_id', 'The id or email of the account that they are about.')
  @Optional('client_id', 'The application that they are about.')
  @Optional('actor_id', 'The id or email of the administrator who did it.')
  @Optional('from', 'Start, inclusive: `2026-11-29T14:00:00Z` or a UTC date.')
  @Optional('to', 'End, exclusive.')
  @ApiQuery({ name: 'cursor', required: false })
  @ApiOkResponse({ type: EventPageView })
  @ApiProblem(400)
  async list(@QueryText() query: string): Promise<EventPageView> {
    const given: Query = readQuery(query, NAMES);
    const first = readEventPlace(given.cursor);
    const found = await this.events.list(await this.filterOf(given), first, PAGE_SIZE + 1);
    return pageOf(found, toRecordedEventView, ({ at, id }) => `${at} ${id}`);
  }

  private async filterOf(given: Query): Promise<EventFilter> {
    const { kind, account_id: account, client_id: clientId, actor_id: actor } = given;
    if (kind !== undefined && !EVENT_KINDS.some((one) => one === kind))
      throw invalidFields([{ field: 'kind', detail: `must be one of ${EVENT_KINDS.join(', ')}` }]);
    return {
      ...readSpan(given),
      ...(kind !== undefined && { kind }),
      ...(account !== undefined && { accountId: await this.idOf('account_id', account) }),
      ...(clientId !== undefined && { clientId }),
      ...(actor !== undefined && { actorId: await this.idOf('actor_id', actor) }),
    };
  }

  /** A text without @ is an id, which may belong to a closed account. */
  private async idOf(field: string, name: string): Promise<string> {
    const id = name.includes('@') ? await this.accounts.idOf(name) : name;
    if (id === null) throw invalidFields([{ field, detail: 'no account has this email' }]);
    return id;
  }
}

/** @throws Problem 400. */
function readSpan({ from: sentFrom, to: sentTo }: Query): Pick<EventFilter, 'from' | 'to'> {
  const from = sentFrom === undefined ? undefined : readTime('from', sentFrom);
  const to = sentTo === undefined ? undefined : readTime('to', sentTo);
  if (from !== undefined && to !== undefined && to <= from)
    throw invalidFields([{ field: 'to', detail: 'must be later than from' }]);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** @throws Problem 400. */
function readEventPlace(cursor: string | undefined): EventPlace | null {
  const place = readPlace(cursor);
  if (place === null) return null;
  if (!/^\d{1,15}$/.test(place.id)) throw invalidFields([{ field: 'cursor', detail: 'is not valid' }]);
  return { at: place.createdAt, id: Number(place.id) };
}
