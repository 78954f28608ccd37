import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { ComponentChildren } from 'preact';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { DeviceDecisionService } from '../../oauth/device-verification/device-decision.service';
import { DeviceScreenService } from '../../oauth/device-verification/device-screen.service';
import { RepeatedDecisions } from '../../oauth/device-verification/repeated-decisions';
import { formatUserCode, parseUserCode } from '../../protocol/device/user-code';
import { OAuthError } from '../../protocol/oauth-error';
import { NoticePage } from '../rendering/notice-page';
import { Pages } from '../rendering/pages';
import { SignedInPages } from '../rendering/signed-in';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { type DeviceNote, deviceCookie, deviceNote } from './device-cookie';
import { type CodeError, CodePage, ComparePage, DecisionPage, type DecisionProps } from './device-pages';

type Chosen = Pick<DecisionProps, 'ticked' | 'isNotMine'>;

const PATH = '/device';

/** A device's code, typed or by a link; decided like consent (RFC 8628 §3.3). */
@ApiExcludeController()
@Page()
@Controller('device')
export class DeviceController {
  constructor(
    private readonly pages: Pages,
    private readonly signedIn: SignedInPages,
    private readonly screens: DeviceScreenService,
    private readonly decisions: DeviceDecisionService,
    private readonly repeated: RepeatedDecisions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: Visit): Promise<Reply> {
    const linked = visit.query.get('user_code');
    if (linked !== null) {
      const userCode = parseUserCode(linked);
      return this.pages.redirect(PATH, this.cookie(userCode === null ? null : { step: 'linked', userCode }));
    }
    return this.signedIn.of(visit, PATH, async () => {
      const note = deviceNote(this.settings, visit);
      if (note === null) return this.code(visit);
      return note.step === 'linked' ? this.compare(visit, note) : this.ask(visit, note.userCode);
    });
  }

  /** A code that was typed, or that a link brought and the person compared. */
  @Post()
  async enter(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async () => {
      const form = visit.readForm();
      if (form.get('is_same') === 'false') return this.notice(visit, 'refused');
      const typed = form.get('user_code') ?? '';
      try {
        const { user_code } = await this.screens.show({ user_code: typed }, visit.credentials);
        return this.pages.redirect(PATH, this.cookie({ step: 'compared', userCode: parseUserCode(user_code)! }));
      } catch (error) {
        return this.code(visit, { typed, error });
      }
    });
  }

  @Post('decision')
  async decide(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async (caller) => {
      const form = visit.readForm();
      const [typed, ticked] = [form.get('user_code') ?? '', form.getAll('scope')];
      const isRejected = form.get('is_rejected') !== 'false';
      const outcome = isRejected ? 'refused' : 'allowed';
      try {
        // Another account may have signed in since the page was shown: the answer is not its answer.
        if (form.get('account') !== caller.account.id)
          return await this.ask(visit, typed, { ticked, isNotMine: false });
        if (!isRejected) {
          const { device } = await this.screens.show({ user_code: typed }, visit.credentials);
          const isNotMine = !device.same_network && form.get('is_mine') !== 'true';
          if (ticked.length === 0 || isNotMine) return await this.ask(visit, typed, { ticked, isNotMine });
        }
        const scope = isRejected ? {} : { scope: ticked.join(' ') };
        const decision = { user_code: typed, is_rejected: String(isRejected), ...scope };
        await this.decisions.decideBy(caller, decision, visit.credentials);
        return this.notice(visit, outcome);
      } catch (error) {
        const answer = { userCode: typed, isRejected, scope: ticked };
        if (codeError(error) === 'unknown' && (await this.repeated.isRepeated(answer, caller.account.id)))
          return this.notice(visit, outcome);
        return this.code(visit, { typed: '', error });
      }
    });
  }

  private async ask(visit: Visit, userCode: string, chosen?: Chosen): Promise<Reply> {
    try {
      const screen = await this.screens.show({ user_code: userCode }, visit.credentials);
      const choice = chosen ?? { ticked: null, isNotMine: false };
      return this.page(visit, chosen === undefined ? 200 : 400, <DecisionPage screen={screen} {...choice} />);
    } catch (error) {
      return this.code(visit, { typed: '', error });
    }
  }

  private compare(visit: Visit, { userCode }: DeviceNote): Reply {
    return this.page(visit, 200, <ComparePage userCode={formatUserCode(userCode)} />);
  }

  /** @throws what is no refusal of a code. */
  private code(visit: Visit, failed?: { typed: string; error: unknown }): Reply {
    const kind = failed === undefined ? null : codeError(failed.error);
    const status = kind === null ? 200 : kind === 'tooMany' ? 429 : 400;
    return this.page(
      visit,
      status,
      <CodePage typed={failed?.typed.slice(0, 20) ?? ''} error={kind} />,
      this.cookie(null),
    );
  }

  private notice(visit: Visit, outcome: 'allowed' | 'refused'): Reply {
    const presentation = { ...this.pages.presentationFor(visit), path: PATH };
    const { device, layout } = presentation.t;
    const title = outcome === 'allowed' ? device.allowedTitle : device.refusedTitle;
    return this.pages.reply(
      presentation,
      { title, headers: this.cookie(null) },
      <NoticePage title={title} action={{ to: '/account/apps', label: layout.sections.apps }}>
        {device[outcome]}
      </NoticePage>,
    );
  }

  private page(visit: Visit, status: number, body: ComponentChildren, headers: Record<string, string> = {}): Reply {
    const presentation = { ...this.pages.presentationFor(visit), path: PATH };
    const { title } = presentation.t.device;
    return this.pages.reply(presentation, { title, script: 'page.js', status, headers }, body);
  }

  private cookie(note: DeviceNote | null): Record<string, string> {
    return deviceCookie(this.settings, note, PATH);
  }
}

function codeError(error: unknown): CodeError {
  if (error instanceof OAuthError && error.status === 429) return 'tooMany';
  if (error instanceof OAuthError && error.status === 400) return 'unknown';
  throw error;
}
