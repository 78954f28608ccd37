import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row per person. `data` holds tokens and private keys in clear. */
@Entity({ name: 'consentry_tokens' })
export class StoredTokens {
  @PrimaryColumn({ type: 'varchar', length: 255 })
  person: string;

  @Column({ type: 'varchar', length: 36 })
  version: string;

  @Column({ type: 'text' })
  data: string;
}
