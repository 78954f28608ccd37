import { Inject, Injectable } from '@nestjs/common';
import { type ComponentChildren, h } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { Reply, type ReplyHeaders } from '../../platform/http/answers/reply';
import { Assets } from '../assets/assets';
import { LANGUAGES, messagesOf } from '../messages/messages';
import { Document, type DocumentProps } from './document';
import { DONE_PAGE, type Done } from './done';
import { formatsOf } from './formats';
import { LANGUAGE_COOKIE, chooseLanguage, localeOf, uiLocalesOf } from './language';
import { Outcomes } from './outcomes';
import type { Presentation } from './presentation';
import { PresentationContext } from './use-presentation';
import type { Refusal } from './refusal';
import { THEME_COOKIE, themeOf } from './theme';
import { type Visit, addressOf } from './visit';

/** Of the quiet layout, which most pages have. */
const QUIET_SHEETS = ['quiet.css'];

interface PageOptions extends Pick<DocumentProps, 'title' | 'script' | 'modules' | 'refresh'> {
  /** Default: those of the quiet layout. */
  sheets?: readonly string[];
  /** Default: that of the refusal that it tells, else 200. */
  status?: number;
  headers?: ReplyHeaders;
}

/** Draws pages: what every one of them has in common. */
@Injectable()
export class Pages {
  /** By locale. */
  private readonly formats = new Map<string, ReturnType<typeof formatsOf>>();

  constructor(
    private readonly assets: Assets,
    private readonly outcomes: Outcomes,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** How pages speak to the person who visits. */
  presentationFor(visit: Visit): Presentation {
    const { cookies, acceptLanguage } = visit;
    const language = chooseLanguage(
      LANGUAGES.map(({ code }) => code),
      cookies[LANGUAGE_COOKIE],
      [uiLocalesOf(visit.query), acceptLanguage].filter((some) => some !== undefined).join(),
    );
    const locale = localeOf(language, acceptLanguage);
    return {
      language,
      locale,
      languages: LANGUAGES,
      t: messagesOf(language),
      theme: themeOf(cookies[THEME_COOKIE]),
      brand: this.settings.brand,
      link: (to) => this.pathOf(to),
      asset: (name) => this.pathOf(`/assets/${this.assets.addressOf(name)}`),
      ...this.formatsFor(locale),
      now: this.clock.now(),
      path: addressOf(visit),
      refusal: this.outcomes.findRefusal(visit),
    };
  }

  private formatsFor(locale: string): ReturnType<typeof formatsOf> {
    const formats = this.formats.get(locale) ?? formatsOf(locale, () => this.clock.now());
    this.formats.set(locale, formats);
    return formats;
  }

  /** @param body within a layout. */
  reply(
    presentation: Presentation,
    { status, headers = {}, sheets = QUIET_SHEETS, title, ...props }: PageOptions,
    body: ComponentChildren,
  ): Reply {
    const { refusal, t } = presentation;
    const told = refusal === null ? title : t.layout.refused(title);
    const document = h(Document, { ...props, title: told, sheets, children: body });
    const page = h(PresentationContext.Provider, { value: presentation }, document);
    return new Reply(status ?? refusal?.status ?? 200, `<!doctype html>${renderToStaticMarkup(page)}`, {
      ...(refusal === null ? headers : this.toldOnce(refusal, headers)),
      'content-type': 'text/html; charset=utf-8',
    });
  }

  private toldOnce({ wait = 0 }: Refusal, { 'set-cookie': cookie = [], ...headers }: ReplyHeaders): ReplyHeaders {
    const retryAfter = wait > 0 ? { 'retry-after': String(wait) } : {};
    return { ...retryAfter, ...headers, 'set-cookie': [cookie, this.outcomes.forget()].flat() };
  }

  /**
   * Leads a form that is refused back to its page, which tells why, once. By GET: neither Reload nor Back sends the form
   * again.
   *
   * @param to the address of the page, below the prefix.
   */
  refuse(visit: Visit, to: string, refusal: Refusal, { 'set-cookie': cookie = [] }: ReplyHeaders = {}): Reply {
    return this.redirect(to, { 'set-cookie': [cookie, this.outcomes.keep(visit, to, refusal)].flat() });
  }

  /** Leads a form that is carried out to a page that tells so, for a minute. By GET, as `refuse`. */
  tell(visit: Visit, done: Done, { 'set-cookie': cookie = [] }: ReplyHeaders = {}): Reply {
    const cookies = [cookie].flat();
    const kept = this.outcomes.keep(visit, DONE_PAGE, done, cookies);
    return this.redirect(DONE_PAGE, { 'set-cookie': [...cookies, kept] });
  }

  /** What the page of `tell` tells; `null`: nothing. */
  findDone(visit: Visit): Done | null {
    return this.outcomes.findDone(visit);
  }

  /** To another page of ours, by GET. @param to below the prefix. */
  redirect(to: string, headers: ReplyHeaders = {}): Reply {
    return new Reply(303, undefined, { ...headers, location: this.pathOf(to) });
  }

  private pathOf(path: string): string {
    return this.settings.pathPrefix + path;
  }
}
