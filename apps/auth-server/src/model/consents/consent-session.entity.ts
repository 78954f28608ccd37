import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { AuthorizationFactsColumns } from '../../platform/database/authorization-facts.columns';
import { ScopeColumn, TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import type { ResponseMode } from '../../protocol/request/authorization-response';
import { Ends, Holds, Stored } from '../../platform/database/table-facts';

/** How long a consent session that is over is still found, in milliseconds. */
export const REMEMBERED = 3_600_000;

/** The checked request between GET and POST /oauth2/authorize, and its decision. */
@Entity('consent_sessions')
@Stored({ removed: 'the server, an hour after their end. Only signed-in accounts make them' })
@Index('consent_sessions_expiry', ['expiresAt'])
export class ConsentSession {
  /** Of the `sessionID`: its time and SHA-256. */
  @Holds('secret', 'time and SHA-256 of 208 random bits')
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  @ForeignKey(() => Account)
  @Column('varchar', { name: 'account_id', length: 36 })
  accountId: string;

  /** The public `client_id`: a client known by its document has no row yet (ADR 34). */
  @Holds('sent', '2,048')
  @Column('text', { name: 'client_id' })
  clientId: string;

  @Holds('sent', '2,048')
  @Column('text', { name: 'redirect_uri' })
  redirectUri: string;

  @ScopeColumn('scope')
  scope: string[];

  @Holds('name')
  @Column('text')
  resource: string;

  /** Returned byte for byte; U+0000 is kept as ESC 0. */
  @Holds('sent', '2,048')
  @Column('text', { nullable: true })
  state: string | null;

  @Holds('sent', '43')
  @Column('varchar', { name: 'code_challenge', length: 43, nullable: true })
  codeChallenge: string | null;

  @Column('varchar', { name: 'response_mode', length: 9, nullable: true })
  responseMode: ResponseMode | null;

  /** U+0000 as in `state`. */
  @Holds('sent', '2,048')
  @Column('text', { nullable: true })
  nonce: string | null;

  /** Hash of its pushed request, which the decision spends. */
  @Holds('name', 'its hash')
  @Column('varchar', { name: 'pushed_request', length: 64, nullable: true })
  pushedRequest: string | null;

  /** Hash of its demand to sign in anew, which the decision spends. */
  @Holds('sent', "SHA-256 of a request's parameters")
  @Column('varchar', { name: 'sign_in_demand', length: 64, nullable: true })
  signInDemand: string | null;

  @Column(() => AuthorizationFactsColumns, { prefix: false })
  facts: AuthorizationFactsColumns;

  @Expires({ grace: REMEMBERED })
  @TimeColumn('expires_at')
  expiresAt: number;

  @Ends('consent sessions')
  @TimeColumn('decided_at', { nullable: true })
  decidedAt: number | null;
}
