import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Units } from '../../platform/database/units';
import { LOGGER } from '../../platform/http/server/logger';
import { DerivedKeys, findCheckValue } from './derived-keys';
import { helpOn } from '../../platform/config/help-page';

/** Milliseconds. */
const INTERVAL = 5_000;

/**
 * Ends a process that still holds a replaced master key: it would accept tokens forged with it. The command that
 * replaces it refuses while servers are connected, but misses one whose connections are down at that moment.
 */
@Injectable()
export class MasterKeyWatch implements OnModuleInit, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly units: Units,
    private readonly derived: DerivedKeys,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.check(), INTERVAL).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    // A database error says nothing about the key; /health/ready reports it.
    const value = await findCheckValue(this.units).catch(() => null);
    if (value === null || value === this.derived.checkValue) return;
    this.logger.fatal(
      { help: helpOn('master-key-replaced') },
      'the master key was replaced: this process still has the old one and stops; start it with the new one',
    );
    process.exit(1);
  }
}
