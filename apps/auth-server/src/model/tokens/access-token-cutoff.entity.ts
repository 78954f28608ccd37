import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Stored } from '../../platform/database/table-facts';

/**
 * One row at most, written by a restore and with a new master key: access tokens without a family that were issued before
 * are refused, as their revocations may be lost. Those with a family end with its row.
 */
@Entity('access_token_cutoffs')
@Stored({ removed: 'nobody: one row at most' })
export class AccessTokenCutoff {
  @PrimaryColumn('integer')
  id: number;

  @TimeColumn('issued_before')
  issuedBefore: number;
}
