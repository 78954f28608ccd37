import type { Note } from './note.entity';

/** A note in a response, without its account, which is the caller. */
export interface NoteView {
  id: string;
  text: string;
  /** ISO 8601, UTC. */
  created_at: string;
}

export function viewNote(note: Note): NoteView {
  return { id: note.id, text: note.text, created_at: new Date(note.createdAt).toISOString() };
}
