import { join } from 'node:path';
import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings } from '../config/settings';
import { LOGGER } from '../http/server/logger';
import { FileTransport } from './file-transport';
import { MAIL_TRANSPORT } from './mail';
import { MailQueue } from './mail-queue';
import { SmtpTransport } from './smtp-transport';

const transport = {
  provide: MAIL_TRANSPORT,
  inject: [SETTINGS, CLOCK, LOGGER],
  useFactory: ({ mail, dataDir }: Settings, clock: Clock, logger: Logger) =>
    mail === null ? new FileTransport(join(dataDir, 'mail'), clock, logger) : new SmtpTransport(mail),
};

@Module({ providers: [transport, MailQueue], exports: [MailQueue] })
export class MailModule {}
