import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { Repository } from 'typeorm';
import { CLOCK, type Clock } from '../clock';
import { Note } from './note.entity';

// Single statements only, never save() or a transaction: on SQLite all requests share TypeORM's connection, so a
// rollback would undo other requests' acknowledged writes.
@Injectable()
export class NotesRepository {
  constructor(
    @InjectRepository(Note) private readonly notes: Repository<Note>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async add(accountId: string, text: string): Promise<Note> {
    const note: Note = { id: randomUUID(), accountId, text, createdAt: this.clock.now() };
    await this.notes.insert(note);
    return note;
  }

  /** Oldest first. */
  async findByAccount(accountId: string): Promise<Note[]> {
    return this.notes.find({ where: { accountId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }
}
