import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Units } from '../database/units';
import { LOGGER } from '../http/server/logger';
import { DerivedKeys, findCheckValue } from './derived-keys';

/** Milliseconds. */
const PULSE = 5_000;

/**
 * Ends a process that still holds a master key which was replaced: it would take tokens forged by the old key. The
 * command refuses while a server is connected, but cannot see a process whose connections are down at that moment.
 */
@Injectable()
export class MasterKeyWatch implements OnModuleInit, BeforeApplicationShutdown {
  private pulse: NodeJS.Timeout | undefined;

  constructor(
    private readonly units: Units,
    private readonly derived: DerivedKeys,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.pulse = setInterval(() => void this.look(), PULSE).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.pulse);
  }

  private async look(): Promise<void> {
    // A database that does not answer says nothing about the key; /health/ready tells of it.
    const value = await findCheckValue(this.units).catch(() => null);
    if (value === null || value === this.derived.checkValue) return;
    this.logger.fatal('the master key was replaced: this process has the old one and ends; start it with the new one');
    process.exit(1);
  }
}
