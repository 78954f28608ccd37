import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Problem } from '../../platform/http/answers/problem';
import type { Reply } from '../../platform/http/answers/reply';
import type { EdgeRequest } from '../../platform/http/edge/edge-request';
import type { OAuthError } from '../../protocol/oauth-error';
import { ownPath } from '../rendering/own-path';
import { Pages } from '../rendering/pages';
import { visitOf } from '../rendering/visit';
import { ErrorPage, type ErrorKind } from './error-page';

const KINDS: Readonly<Record<number, ErrorKind>> = {
  403: 'forbidden',
  404: 'notFound',
  405: 'notAllowed',
  413: 'tooLarge',
  429: 'tooMany',
  503: 'unavailable',
};

/** Tells a person of an error that no page of its own tells. */
@Injectable()
export class ErrorPages {
  constructor(
    private readonly pages: Pages,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  draw(error: OAuthError | Problem, request: EdgeRequest): Reply {
    const { status } = error;
    if (status === 404 && this.isStart(request)) return this.pages.redirect('/sign-in');
    const kind = KINDS[status] ?? (status >= 500 ? 'failed' : 'badRequest');
    const drawn = this.pages.presentationFor(visitOf(request));
    // Where there is no page, the choice of a language leads to the start.
    const presentation = { ...drawn, path: ownPath(drawn.path) ?? '/' };
    const title = presentation.t.errors.title[kind];
    const wait = retryAfterOf(error);
    const headers = wait === null ? {} : { 'retry-after': String(wait) };
    return this.pages.reply(
      presentation,
      { status, title, headers, script: 'page.js' },
      <ErrorPage kind={kind} wait={wait} requestId={request.edge.id} />,
    );
  }

  /** The address that people type: it has no route, so that programs find nothing there. */
  private isStart({ method, edge }: EdgeRequest): boolean {
    return method === 'GET' && ['/', this.settings.pathPrefix].includes(edge.path);
  }
}

/** Seconds. */
function retryAfterOf(error: OAuthError | Problem): number | null {
  const seconds = 'more' in error ? error.more.headers?.['retry-after'] : error.detail.retryAfter;
  return seconds === undefined ? null : Number(seconds);
}
