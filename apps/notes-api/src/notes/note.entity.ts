import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('notes')
@Index('notes_by_account', ['accountId', 'createdAt', 'id'])
export class Note {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'account_id' })
  accountId: string;

  @Column('text')
  text: string;

  @Column('integer', { name: 'created_at' })
  createdAt: number;
}
