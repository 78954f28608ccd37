import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Reply } from '../../platform/http/answers/reply';
import { ACCOUNT_SHEETS, type Section } from '../rendering/account-layout';
import { resourceName } from '../rendering/access-texts';
import { Pages } from '../rendering/pages';
import { SignedInPages } from '../rendering/signed-in';
import type { Visit } from '../rendering/visit';
import { doorOf, doorPath } from '../sign-in/doors';
import { ConsoleBuild } from './console-build';
import { ConsoleMissingPage, ConsolePage } from './console-page';

/** The frame of the console, a web application on the public API (ADR 60). */
@Injectable()
export class ConsoleFrames {
  constructor(
    private readonly pages: Pages,
    private readonly signedIn: SignedInPages,
    private readonly build: ConsoleBuild,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param returnTo where the sign-in leads back to. */
  show(visit: Visit, section: Section, returnTo = visit.path): Promise<Reply> {
    return this.signedIn.of(visit, returnTo, async ({ account }) => {
      const presentation = this.pages.presentationFor(visit);
      const frame = { presentation, section, account } as const;
      const title = presentation.t.layout.sections[section];
      const { entry } = this.build;
      if (entry === null)
        return this.pages.reply(
          presentation,
          { title, sheets: ACCOUNT_SHEETS, status: 503 },
          <ConsoleMissingPage {...frame} />,
        );
      const door = doorOf(this.settings, account.issuer);
      const signInAt = door === null ? null : doorPath(door);
      const { modules } = entry;
      const sheets = [...ACCOUNT_SHEETS, ...entry.sheets];
      const scopes = this.settings.resources.flatMap((resource) => resource.scopes);
      const sensitive = scopes.filter((scope) => scope.sensitive).map(({ name }) => name);
      const resources = this.settings.resources.map((resource) => ({
        name: resourceName(resource, presentation),
        scopes: resource.scopes.map(({ name }) => name),
      }));
      const page = <ConsolePage {...frame} signInAt={signInAt} sensitiveScopes={sensitive} resources={resources} />;
      return this.pages.reply(presentation, { title, modules, sheets }, page);
    });
  }
}
