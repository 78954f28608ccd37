import { AccessToken, RequireScopes, type VerifiedAccessToken } from '@consentry/guard';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { NewNoteDto } from './new-note.dto';
import { type NoteView, viewNote } from './note-view.dto';
import { NotesRepository } from './notes.repository';

@Controller('notes')
export class NotesController {
  constructor(private readonly notes: NotesRepository) {}

  @Get()
  @RequireScopes('notes:read')
  async list(@AccessToken() token: VerifiedAccessToken): Promise<{ items: NoteView[] }> {
    const notes = await this.notes.findByAccount(token.subject);
    return { items: notes.map(viewNote) };
  }

  @Post()
  @RequireScopes('notes:write')
  async create(@AccessToken() token: VerifiedAccessToken, @Body() note: NewNoteDto): Promise<NoteView> {
    return viewNote(await this.notes.add(token.subject, note.text));
  }
}
