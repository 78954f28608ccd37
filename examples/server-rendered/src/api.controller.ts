import { ConsentryClient } from '@consentry/client';
import { Controller, ForbiddenException, Get, Headers, Inject, Res, Session } from '@nestjs/common';
import type { Kept } from './pages.controller';

export const API_URL = Symbol('the URL of the API');

/** The backend for scripts of a page: they send the session's cookie, and never see a token. */
@Controller('api')
export class ApiController {
  constructor(
    private readonly consentry: ConsentryClient,
    @Inject(API_URL) private readonly apiUrl: string,
  ) {}

  /** One call is passed on, not every one: scripts get what the page needs of the API. */
  @Get('notes')
  async notes(
    @Session() { person = '' }: Kept,
    @Headers('x-requested-by') header: string | undefined,
    @Res({ passthrough: true }) response: { status(code: number): void },
  ): Promise<unknown> {
    // A page of another origin cannot send this header without a preflight, which nothing here answers.
    if (header === undefined) throw new ForbiddenException('send the header X-Requested-By');
    const answer = await this.consentry.fetchFor(person)(`${this.apiUrl}/notes`);
    response.status(answer.status);
    return answer.json();
  }
}
