import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository } from '../../model/clients/client.repository';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { type Decider, DeviceRepository, type FoundDevice } from '../../model/devices/device.repository';
import { unknownClient } from '../../protocol/request/authorization-request';
import { invalidRequest, invalidScope } from '../../protocol/oauth-error';
import { allowedScopes } from '../../protocol/request/scope';
import { hashUserCode, parseUserCode } from '../../protocol/device/user-code';

export interface WaitingDevice {
  device: FoundDevice;
  client: RegisteredClient;
  /** Normalized. */
  userCode: string;
  /** The requested scopes that are still allowed. */
  scope: readonly string[];
}

@Injectable()
export class WaitingDevices {
  constructor(
    private readonly devices: DeviceRepository,
    private readonly clients: ClientRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError of the first check that fails: user code, application, device state, scopes. */
  async get(text: string | undefined, decider: Decider): Promise<WaitingDevice> {
    if (text === undefined) throw invalidRequest('user_code is missing');
    const userCode = parseUserCode(text);
    const now = this.clock.now();
    const device = userCode && (await this.devices.findByUserCode(hashUserCode(userCode), decider, now));
    if (!userCode || !device) throw invalidRequest('user_code is unknown: compare it with what the device shows');
    const client = await this.clients.findCurrent(device.publicClientId, decider.address);
    if (client === null || !client.enabled) throw unknownClient();
    if (device.decidedAt !== null || device.redeemedAt !== null) throw decidedAlready();
    if (now >= device.expiresAt) throw invalidRequest('user_code has expired: start again on the device');
    // The application or resource may have lost scopes since the request.
    const allowed = allowedScopes(device.resource, client.scopes, this.settings.audiences);
    const scope = device.scope.filter((name) => allowed.includes(name));
    if (scope.length === 0) throw invalidScope('none of the requested scopes can be granted any longer');
    return { device, client, userCode, scope };
  }
}

export const decidedAlready = () => invalidRequest('this user_code was already approved or denied');
