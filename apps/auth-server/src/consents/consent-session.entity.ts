import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { Client } from '../clients/client.entity';
import { ScopeColumn, TimeColumn } from '../database/columns';

/** What stands between GET and POST /oauth2/authorize: the checked request, and whether it was decided. */
@Entity('consent_sessions')
@Index('consent_sessions_expiry', ['expiresAt'])
export class ConsentSession {
  /** SHA-256 of the `sessionID`. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  @ForeignKey(() => Account)
  @Column('varchar', { name: 'account_id', length: 36 })
  accountId: string;

  @ForeignKey(() => Client)
  @Column('integer', { name: 'client_id' })
  clientId: number;

  @Column('text', { name: 'redirect_uri' })
  redirectUri: string;

  @ScopeColumn('scope')
  scope: string[];

  @Column('text')
  resource: string;

  /** Returned byte for byte; U+0000 is kept as ESC 0. */
  @Column('text', { nullable: true })
  state: string | null;

  @Column('varchar', { name: 'code_challenge', length: 43, nullable: true })
  codeChallenge: string | null;

  @TimeColumn('expires_at')
  expiresAt: number;

  @TimeColumn('decided_at', { nullable: true })
  decidedAt: number | null;
}
