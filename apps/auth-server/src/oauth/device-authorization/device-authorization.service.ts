import { Inject, Injectable } from '@nestjs/common';
import { isStranger } from '../../model/clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { DeviceRepository, type NewDevice } from '../../model/devices/device.repository';
import type { ClientCall } from '../../platform/http/edge/edge-request';
import { Limits } from '../../platform/limits/limits';
import { DEVICE_CODE_TTL, POLL_INTERVAL } from '../../protocol/device/device-polling';
import { assertDeviceGrant } from '../../protocol/client/allowed-grant-type';
import { hashToken, randomToken } from '../../protocol/token/opaque-secret';
import { resolveTarget } from '../../protocol/request/requested-target';
import { hashUserCode, newUserCode, parseUserCode } from '../../protocol/device/user-code';
import { ClientAuthentication } from '../../model/clients/authentication/client-authentication';
import type { DeviceAuthorizationView, DeviceParameters } from './device-authorization.dto';

type Caller = Pick<ClientCall, 'authorization' | 'address' | 'noted'>;

/** RFC 8628 §3.1. */
@Injectable()
export class DeviceAuthorizationService {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly devices: DeviceRepository,
    private readonly limits: Limits,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError of the first check that fails: client, grant type, limit, target. */
  async open(
    parameters: DeviceParameters,
    { authorization, address, noted }: Caller,
  ): Promise<DeviceAuthorizationView> {
    const client = await this.clients.authenticate(this.clients.parse({ authorization, parameters }), {
      address,
      noted,
    });
    assertDeviceGrant(client, this.settings.deviceGrantClients);
    if (isStranger(client)) await this.limits.consume('device_codes', { address });
    const { scope, resource } = resolveTarget(parameters, client.scopes, this.settings);
    const deviceCode = randomToken();
    const userCode = await this.insert({
      hash: hashToken(deviceCode),
      publicClientId: client.clientId,
      scope,
      resource: resource?.url ?? this.settings.issuer,
      authorizationDetails: null,
      address,
    });
    const verificationUri = `${this.settings.issuer}/oauth2/device`;
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: verificationUri,
      verification_uri_complete: `${verificationUri}?user_code=${userCode}`,
      expires_in: DEVICE_CODE_TTL,
      interval: POLL_INTERVAL,
    };
  }

  /** User codes are short: draws again if another device code has the same. */
  private async insert(device: Omit<NewDevice, 'userCodeHash' | 'expiresAt'>): Promise<string> {
    const now = this.clock.now();
    const expiresAt = now + DEVICE_CODE_TTL * 1000;
    for (;;) {
      const userCode = newUserCode();
      const userCodeHash = hashUserCode(parseUserCode(userCode) ?? '');
      if (await this.devices.open({ ...device, userCodeHash, expiresAt }, now)) return userCode;
    }
  }
}
