import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { get } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { AUTHORIZATION_PARAMETERS, type AuthorizationParameters } from '../../protocol/request/authorization-request';

const INSERT = 'INSERT INTO pushed_requests (hash, client_id, parameters, expires_at) VALUES (?, ?, ?, ?)';
const SELECT = 'SELECT parameters FROM pushed_requests WHERE hash = ? AND client_id = ? AND expires_at > ?';

/** Authorization requests that clients pushed (RFC 9126). A decision spends them: see spend-pushed-request.ts. */
@Injectable()
export class PushedRequestRepository {
  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param expiresAt of the `request_uri`, in epoch milliseconds. */
  async push(hash: string, clientId: string, parameters: AuthorizationParameters, expiresAt: number): Promise<void> {
    await this.units.run(INSERT, hash, clientId, toJson(parameters), expiresAt + this.consentLife());
  }

  /** @returns the parameters of a client's own request; `null` if its `request_uri` had expired when it was brought. */
  async find(hash: string, clientId: string, broughtAt: number): Promise<AuthorizationParameters | null> {
    const isOpen = () => get<{ parameters: string }>(SELECT, hash, clientId, broughtAt + this.consentLife());
    const row = await this.units.read(isOpen);
    return row === undefined ? null : (JSON.parse(row.parameters) as AuthorizationParameters);
  }

  /** The row outlives every consent session of the request, as only one of them may be decided. */
  private consentLife = () => this.settings.ttl.consentSession * 1000;
}

/** The named parameters alone: at run time the object may hold a client secret or assertion too (RFC 9126 §2). */
const toJson = (parameters: AuthorizationParameters) => JSON.stringify(parameters, [...AUTHORIZATION_PARAMETERS]);
