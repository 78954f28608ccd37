import { Module } from '@nestjs/common';
import { AccountEvents } from './account-events';
import { EventRecord } from './event-record';

@Module({ providers: [AccountEvents, EventRecord], exports: [AccountEvents, EventRecord] })
export class EventsModule {}
