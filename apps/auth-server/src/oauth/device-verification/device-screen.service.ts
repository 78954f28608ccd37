import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { GrantRepository } from '../../model/grants/grant.repository';
import { addressOf } from '../../platform/limits/caller-network';
import { DEVICE_CODE_TTL } from '../../protocol/device/device-polling';
import { formatUserCode } from '../../protocol/device/user-code';
import type { Credentials } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { toRequestedAccess } from '../../model/consents/requested-access.view';
import { loginRequired } from '../../model/sessions/login-required';
import type { DeviceScreenView, ScreenParameters } from './device-verification.dto';
import { WaitingDevices } from './waiting-devices';

/** GET /oauth2/device; decides nothing. */
@Injectable()
export class DeviceScreenService {
  constructor(
    private readonly callers: Callers,
    private readonly waiting: WaitingDevices,
    private readonly grants: GrantRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError; checks the sign-in first, as guesses are counted by account. */
  async show({ user_code: text }: ScreenParameters, credentials: Credentials): Promise<DeviceScreenView> {
    const caller = await this.callers.find(credentials);
    if (caller === null) throw loginRequired(this.callers.whyNone(credentials));
    const { account } = caller;
    const decider = { accountId: account.id, address: credentials.address };
    const { device, client, userCode, scope } = await this.waiting.get(text, decider);
    const resource = this.settings.resources.find(({ url }) => url === device.resource) ?? null;
    const granted = await this.grants.accessOf(account.id, client.id);
    return {
      user_code: formatUserCode(userCode),
      expires_in: Math.ceil((device.expiresAt - this.clock.now()) / 1000),
      expires_at: new Date(device.expiresAt).toISOString(),
      access_goes_to: 'another_device',
      device: {
        waiting_since: new Date(device.expiresAt - DEVICE_CODE_TTL * 1000).toISOString(),
        network: device.network,
        same_network: device.network === addressOf(credentials.address),
      },
      ...toRequestedAccess(account, client, { scope, resource }, granted),
    };
  }
}
