import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Topic } from './changes';
import { Stored } from './table-facts';

/** How often a topic has changed, to invalidate caches. */
@Entity('changes')
@Stored({ removed: 'nobody: one row for each topic' })
export class Change {
  @PrimaryColumn('varchar', { length: 20 })
  topic: Topic;

  @Column('bigint')
  version: number;
}
