import { Controller, Inject, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { invalidFields } from '../../platform/http/answers/problem';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { LANGUAGES } from '../messages/messages';
import { LANGUAGE_COOKIE } from '../rendering/language';
import { ownPath } from '../rendering/own-path';
import { Pages } from '../rendering/pages';
import { THEME_COOKIE, themeOf } from '../rendering/theme';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { preferenceCookie } from './preference-cookie';

/** How a person wants the pages: the buttons at their foot. Kept in the browser, for a year. */
@ApiExcludeController()
@Page()
@Controller('preferences')
export class PreferencesController {
  constructor(
    private readonly pages: Pages,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Back to the page that was left, by GET: a page that answered a form is asked for anew. */
  @Post()
  async change(@CurrentVisit() visit: Visit): Promise<Reply> {
    const form = visit.readForm();
    const cookie = this.cookieFor(form.get('language'), form.get('theme'));
    if (cookie === null) throw invalidFields([{ field: 'language', detail: 'is not offered' }]);
    return this.pages.redirect(ownPath(form.get('return_to')) ?? '/', { 'set-cookie': cookie });
  }

  private cookieFor(language: string | null, theme: string | null): string | null {
    const { issuer } = this.settings;
    if (LANGUAGES.some(({ code }) => code === language)) return preferenceCookie(LANGUAGE_COOKIE, language, issuer);
    if (theme === 'system') return preferenceCookie(THEME_COOKIE, null, issuer);
    const chosen = themeOf(theme);
    return chosen && preferenceCookie(THEME_COOKIE, chosen, issuer);
  }
}
