import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { DeviceRepository } from '../../model/devices/device.repository';
import { hashUserCode, parseUserCode } from '../../protocol/device/user-code';
import { ONE_ANSWER } from '../../protocol/request/consent-decision';

export interface DeviceAnswer {
  userCode: string;
  isRejected: boolean;
  scope: readonly string[];
}

/** Answers that come twice: browsers repeat a form, and people click twice (ADR 12). */
@Injectable()
export class RepeatedDecisions {
  constructor(
    private readonly devices: DeviceRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether a moment ago the account gave this very answer. */
  async isRepeated({ userCode: text, isRejected, scope }: DeviceAnswer, accountId: string): Promise<boolean> {
    const userCode = parseUserCode(text);
    if (userCode === null) return false;
    const after = this.clock.now() - ONE_ANSWER;
    const decision = await this.devices.findDecision(hashUserCode(userCode), accountId, after);
    if (decision === null) return false;
    const { scope: granted } = decision;
    if (granted === null || isRejected) return granted === null && isRejected;
    return scope.length === granted.length && scope.every((name) => granted.includes(name));
  }
}
