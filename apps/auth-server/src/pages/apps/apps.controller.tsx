import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { GrantRepository } from '../../model/grants/grant.repository';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import type { Caller } from '../../model/sessions/caller';
import { ACCOUNT_SHEETS } from '../rendering/account-layout';
import { Pages } from '../rendering/pages';
import { SignedInPages } from '../rendering/signed-in';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { appName } from './app-texts';
import { AppsPage, type Done } from './apps-page';
import { RemovePage } from './remove-page';

const PATH = '/account/apps';
/** Milliseconds for which the page tells what ended; later the same address tells nothing. */
const TOLD_FOR = 600_000;

/** Apps with access: what the account granted, and how it takes that back. */
@ApiExcludeController()
@Page()
@Controller('account/apps')
export class AppsController {
  constructor(
    private readonly pages: Pages,
    private readonly signedIn: SignedInPages,
    private readonly grants: GrantRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  show(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, PATH, (caller) => this.list(visit, caller));
  }

  @Get(':id/remove')
  ask(@CurrentVisit() visit: Visit, @Param('id') id: string): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async ({ account }) => {
      const grant = (await this.grants.listOf(account.id)).find((own) => own.id === id);
      if (grant === undefined) return this.done('gone');
      const presentation = { ...this.pages.presentationFor(visit), path: PATH };
      const title = presentation.t.apps.removeOf(appName(grant));
      return this.pages.reply(presentation, { title, script: 'page.js' }, <RemovePage grant={grant} />);
    });
  }

  @Post(':id/remove')
  remove(@CurrentVisit() visit: Visit, @Param('id') id: string): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async ({ account }) => {
      // One that has ended already is told of as well: a form may arrive twice.
      await this.grants.end(id, account.id, visit.address);
      return this.done('removed', id);
    });
  }

  @Post(':id/permissions')
  narrow(@CurrentVisit() visit: Visit, @Param('id') id: string): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async ({ account }) => {
      const scopes = [...new Set(visit.readForm().getAll('scope'))];
      if (scopes.length === 0) return this.pages.refuse(visit, PATH, { status: 400, wrong: { [id]: 'nothing' } });
      const { outcome } = await this.grants.narrow(id, account.id, scopes, visit.address);
      return outcome === 'narrowed' ? this.done('narrowed', id) : this.done('gone');
    });
  }

  @Post(':id/connections/:connection/end')
  end(@CurrentVisit() visit: Visit, @Param('id') id: string, @Param('connection') connection: string): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async ({ account }) => {
      await this.grants.endConnection(connection, id, account.id, visit.address);
      return this.done('ended', id);
    });
  }

  /** A GET of its own: sent again, it does nothing again. */
  private done(kind: Done['kind'], id = ''): Promise<Reply> {
    return Promise.resolve(this.pages.redirect(`${PATH}?${new URLSearchParams({ [kind]: id }).toString()}`));
  }

  private async list(visit: Visit, { account }: Caller): Promise<Reply> {
    const presentation = { ...this.pages.presentationFor(visit), path: PATH };
    const grants = await this.grants.listOf(account.id);
    const done = await this.whatWasDone(visit, account.id, presentation.now - TOLD_FOR, grants);
    return this.pages.reply(
      presentation,
      { title: presentation.t.layout.sections.apps, script: 'page.js', sheets: ACCOUNT_SHEETS },
      <AppsPage resources={this.settings.resources} account={account} grants={grants} done={done} />,
    );
  }

  /** Looked up, never taken from the address: a link of others could say anything. */
  private async whatWasDone(
    { query }: Visit,
    accountId: string,
    since: number,
    grants: Awaited<ReturnType<GrantRepository['listOf']>>,
  ): Promise<Done | null> {
    const removed = query.get('removed');
    if (removed !== null) {
      const grant = await this.grants.findEnded(removed, accountId, since);
      return grant && { kind: 'removed', grant };
    }
    const kind = (['narrowed', 'ended', 'gone'] as const).find((one) => query.has(one));
    if (kind === undefined) return null;
    return { kind, grant: grants.find(({ id }) => id === query.get(kind)) ?? null };
  }
}
