import { ApiProperty } from '@nestjs/swagger';
import { EVENT_KINDS, type EventKind } from '../../platform/events/event-kind';
import type { RecordedEvent } from '../../platform/events/event-record';
import { isoTime } from '../iso-time';

const Text = (description?: string) =>
  ApiProperty({ type: String, nullable: true, ...(description !== undefined && { description }) });

class EventAccountView {
  @ApiProperty()
  id: string;

  @Text('null: the account has no email here, or is closed.')
  email: string | null;

  @Text()
  name: string | null;

  @ApiProperty({ description: 'Whether it is closed, or unknown to this server.' })
  gone: boolean;
}

class EventApplicationView {
  @ApiProperty()
  client_id: string;

  @Text('null: the server no longer knows it, or never registered it.')
  name: string | null;

  @ApiProperty({ description: 'Whether it is deleted, or unknown to this server.' })
  gone: boolean;
}

export class RecordedEventView {
  @ApiProperty()
  id: number;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ enum: EVENT_KINDS, example: 'sign_in.failed' })
  kind: EventKind;

  @Text('The account that it is about.')
  account_id: string | null;

  @ApiProperty({ type: EventAccountView, nullable: true })
  account: EventAccountView | null;

  @Text('The application that it is about.')
  client_id: string | null;

  @ApiProperty({ type: EventApplicationView, nullable: true })
  application: EventApplicationView | null;

  @Text('The administrator who did it; null: the account itself, a client, or the server.')
  actor_id: string | null;

  @ApiProperty({ type: EventAccountView, nullable: true })
  actor: EventAccountView | null;

  @Text()
  family_id: string | null;

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

export const toRecordedEventView = (event: RecordedEvent): RecordedEventView => ({
  id: event.id,
  at: isoTime(event.at),
  kind: event.kind,
  account_id: event.accountId,
  account: toAccount(event.accountId, event.accountEmail, event.accountName, event.openAccount),
  client_id: event.clientId,
  application: toApplication(event),
  actor_id: event.actorId,
  actor: toAccount(event.actorId, event.actorEmail, event.actorName, event.openActor),
  family_id: event.familyId,
  address: event.address,
  scopes: event.scopes,
});

const toAccount = (id: string | null, email: string | null, name: string | null, open: string | null) =>
  id === null ? null : { id, email, name, gone: open === null };

const toApplication = ({ clientId: id, clientName: name, livingClient: living }: RecordedEvent) =>
  id === null ? null : { client_id: id, name, gone: living === null };
