import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings';
import { get } from '../database/sql';
import { Units } from '../database/units';
import { AUTHORIZATION_PARAMETERS, type AuthorizationParameters } from '../protocol/request/authorization-request';

const INSERT = 'INSERT INTO pushed_requests (hash, client_id, parameters, expires_at) VALUES (?, ?, ?, ?)';
const SELECT = 'SELECT parameters FROM pushed_requests WHERE hash = ? AND client_id = ? AND expires_at > ?';

/** Authorization requests that clients pushed (RFC 9126). A decision spends them: see spend-pushed-request.ts. */
@Injectable()
export class PushedRequestRepository {
  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param expiresAt until when it may be begun, in epoch milliseconds. */
  async push(hash: string, clientId: string, parameters: AuthorizationParameters, expiresAt: number): Promise<void> {
    await this.units.run(INSERT, hash, clientId, toJson(parameters), expiresAt + this.consentLife());
  }

  /** @returns the parameters of a client's own request that may be begun. */
  async find(hash: string, clientId: string, now: number): Promise<AuthorizationParameters | null> {
    const isOpen = () => get<{ parameters: string }>(SELECT, hash, clientId, now + this.consentLife());
    const row = await this.units.read(isOpen);
    return row === undefined ? null : (JSON.parse(row.parameters) as AuthorizationParameters);
  }

  /** The row stays until every consent session that came from it is over: one decision is all there may be. */
  private consentLife = () => this.settings.ttl.consentSession * 1000;
}

/** The named parameters alone: a client may send its secret or assertion beside them (RFC 9126 §2), whatever the type says. */
const toJson = (parameters: AuthorizationParameters) => JSON.stringify(parameters, [...AUTHORIZATION_PARAMETERS]);
