import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository } from '../../model/clients/client.repository';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { AccountNotices, noticeCause } from '../../model/notices/account-notices';
import { DeviceRepository } from '../../model/devices/device.repository';
import { type BodyReader, FORM, JSON_TYPE, type TypedBody } from '../../platform/http/edge/edge-request';
import { parseConsentDecision } from '../../protocol/request/consent-decision';
import { parseJsonParameters, parseParameters } from '../../protocol/request/parameters';
import { formatScope } from '../../protocol/request/scope';
import { browserLabel } from '../../protocol/text/browser-label';
import type { Caller, Credentials } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { loginRequired } from '../../model/sessions/login-required';
import {
  DEVICE_DECISION_PARAMETERS,
  type DeviceDecisionParameters,
  type DeviceDecisionView,
} from './device-verification.dto';
import { type WaitingDevice, WaitingDevices, decidedAlready } from './waiting-devices';

/** POST /oauth2/device. */
@Injectable()
export class DeviceDecisionService {
  constructor(
    private readonly callers: Callers,
    private readonly waiting: WaitingDevices,
    private readonly clients: ClientRepository,
    private readonly devices: DeviceRepository,
    private readonly notices: AccountNotices,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param body read after the sign-in check: only signed-in callers learn its errors. @throws OAuthError. */
  async decide(body: BodyReader, credentials: Credentials): Promise<DeviceDecisionView> {
    const caller = await this.callers.find(credentials);
    if (caller === null) throw loginRequired(this.callers.whyNone(credentials));
    return this.decideBy(caller, parseBody(body(FORM, JSON_TYPE)), credentials);
  }

  /** The decision of a caller who is signed in. @throws OAuthError. */
  async decideBy(
    caller: Caller,
    parameters: DeviceDecisionParameters,
    credentials: Credentials,
  ): Promise<DeviceDecisionView> {
    const by = { accountId: caller.account.id, address: credentials.address };
    const waiting = await this.waiting.get(parameters.user_code, by);
    const { device, scope: grantable } = waiting;
    const decision = parseConsentDecision(parameters, grantable);
    const now = this.clock.now();
    if (decision.rejected) {
      if (!(await this.devices.reject(device, by, now))) throw decidedAlready();
      return { is_rejected: true };
    }
    const approval = await this.approvalOf(waiting, decision.scope, { ...caller, ...credentials });
    const given = await this.devices.approve(device, approval, by, now);
    if (given === null) throw decidedAlready();
    if (given.isNews || device.authorizationDetails !== null)
      this.notices.accessGiven(by.accountId, waiting.client, noticeCause(credentials));
    return { is_rejected: false, scope: formatScope(decision.scope) };
  }

  /** Stores the sign-in only for ID tokens. */
  private async approvalOf({ device, client }: WaitingDevice, scope: readonly string[], caller: Caller & Credentials) {
    const tells = device.scope.includes('openid');
    const clientId = await this.clients.store(client);
    const allowedWith = browserLabel(caller.userAgent);
    return { clientId, scope, sid: caller.sessionId, authentication: tells ? caller : null, allowedWith };
  }
}

const parseBody = ({ type, text }: TypedBody): DeviceDecisionParameters =>
  type === JSON_TYPE
    ? parseJsonParameters(text, DEVICE_DECISION_PARAMETERS)
    : parseParameters(text, DEVICE_DECISION_PARAMETERS);
