import { ConsentryClient, type PendingSignIn, renewSessionId, SignInNeededError } from '@consentry/client';
import { type ArgumentsHost, Catch, Controller, type ExceptionFilter, Inject } from '@nestjs/common';
import { Get, Header, Post, Redirect, Req, Session } from '@nestjs/common';
import type { Response } from 'express';
import { promisify } from 'node:util';
import { API_URL } from './api.controller';

/** What the session keeps: the signed-in account, or the pending sign-in. */
export interface Kept {
  pending?: PendingSignIn | undefined;
  person?: string;
  destroy: (done: (error?: Error) => void) => void;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;

@Controller()
export class PagesController {
  constructor(
    private readonly consentry: ConsentryClient,
    @Inject(API_URL) private readonly apiUrl: string,
  ) {}

  @Get()
  @Header('Content-Security-Policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'")
  async notes(@Session() { person = '' }: Kept) {
    const answer = await this.consentry.fetchFor(person)(`${this.apiUrl}/notes`);
    const { items = [] } = (await answer.json()) as { items?: { text: string }[] };
    const list = items.map(({ text }) => `<li>${escaped(text)}</li>`).join('');
    return page('Notes', `<ul>${list}</ul><form method="post" action="/sign-out"><button>Sign out</button></form>`);
  }

  @Get('sign-in')
  @Redirect()
  async signIn(@Session() session: Kept) {
    const { url, pending } = await this.consentry.begin();
    session.pending = pending;
    return { url: url.href };
  }

  @Get('callback')
  @Redirect('/')
  async callback(@Req() request: { originalUrl: string; session: Kept }) {
    // Removed first: an answer of the auth server works once.
    const pending = request.session.pending;
    request.session.pending = undefined;
    const { person } = await this.consentry.finish(request.originalUrl, pending);
    // An attacker may know the session's id from before the sign-in (session fixation).
    const session = await renewSessionId(request);
    session.person = person;
  }

  /** A form of another site does not bring the cookie along: it is `SameSite=Lax`. */
  @Post('sign-out')
  async signOut(@Session() session: Kept) {
    if (session.person) await this.consentry.forget(session.person);
    await promisify(session.destroy).call(session);
    return page('Signed out', '<a href="/">Sign in</a>');
  }
}

/** Without a sign-in, or after the access was revoked: redirects a page to the sign-in, answers a script 401. */
@Catch(SignInNeededError)
export class SignInFilter implements ExceptionFilter {
  catch(error: SignInNeededError, host: ArgumentsHost) {
    const { path } = host.switchToHttp().getRequest<{ path: string }>();
    const response = host.switchToHttp().getResponse<Response>();
    return path.startsWith('/api/') ? response.status(401).json({ error: error.code }) : response.redirect('/sign-in');
  }
}
