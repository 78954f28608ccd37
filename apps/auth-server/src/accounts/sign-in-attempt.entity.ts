import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** A try at a password or a user code that was not right, counted for all processes. */
@Entity('sign_in_attempts')
@Index('sign_in_attempts_address', ['address', 'attemptedAt'])
@Index('sign_in_attempts_email', ['emailHash', 'address', 'attemptedAt'])
@Index('sign_in_attempts_time', ['attemptedAt'])
export class SignInAttempt {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the e-mail's key: unknown e-mails count too, and need not be kept. Of the account for user codes. */
  @Column('varchar', { name: 'email_hash', length: 64 })
  emailHash: string;

  @Column('text')
  address: string;

  @TimeColumn('attempted_at')
  attemptedAt: number;
}
