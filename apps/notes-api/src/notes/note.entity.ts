import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { WHOLE_TEXT } from './whole-text';

@Entity('notes')
@Index('notes_by_account', ['accountId', 'createdAt', 'id'])
export class Note {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'account_id' })
  accountId: string;

  @Column('text', { transformer: WHOLE_TEXT })
  text: string;

  @Column('integer', { name: 'created_at' })
  createdAt: number;
}
