import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';

/**
 * One row at most, written by a restore that had nothing to compare with: revocations since the backup are lost, so access
 * tokens without a family that were issued before are refused. Those with a family end with its row.
 */
@Entity('access_token_cutoffs')
export class AccessTokenCutoff {
  @PrimaryColumn('integer')
  id: number;

  @TimeColumn('issued_before')
  issuedBefore: number;
}
