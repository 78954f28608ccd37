import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';

/**
 * One row at most, written by a restore and with a new master key: access tokens without a family that were issued before
 * are refused, as their revocations may be lost. Those with a family end with its row.
 */
@Entity('access_token_cutoffs')
export class AccessTokenCutoff {
  @PrimaryColumn('integer')
  id: number;

  @TimeColumn('issued_before')
  issuedBefore: number;
}
