import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Topic } from './changes';

/** How often a topic has changed, to invalidate caches. */
@Entity('changes')
export class Change {
  @PrimaryColumn('varchar', { length: 20 })
  topic: Topic;

  @Column('bigint')
  version: number;
}
