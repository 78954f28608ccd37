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
import { Pages } from '../rendering/pages';
import { type Refusal, refusalBy } from '../rendering/refusal';
import { SignedInPages } from '../rendering/signed-in';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { type DeviceNote, deviceCookie, deviceNote } from './device-cookie';
import { CodePage, ComparePage, DecisionPage } from './device-pages';

const PATH = '/device';
const UNKNOWN: Refusal = { status: 400, wrong: { user_code: 'unknown' } };

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
      if (note === null) return this.page(visit, <CodePage />);
      if (note.step === 'linked') return this.page(visit, <ComparePage userCode={formatUserCode(note.userCode)} />);
      try {
        const screen = await this.screens.show({ user_code: note.userCode }, visit.credentials);
        return this.page(visit, <DecisionPage screen={screen} />);
      } catch (error) {
        return this.refuse(visit, refusalOf(error), null);
      }
    });
  }

  /** A code that was typed, or that a link brought and the person compared. */
  @Post()
  async enter(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async () => {
      const form = visit.readForm();
      if (form.get('is_same') === 'false') return this.tell(visit, 'deviceRefused');
      const typed = form.get('user_code') ?? '';
      try {
        const { user_code } = await this.screens.show({ user_code: typed }, visit.credentials);
        return this.pages.redirect(PATH, this.cookie({ step: 'compared', userCode: parseUserCode(user_code)! }));
      } catch (error) {
        return this.refuse(visit, { ...refusalOf(error), typed: { user_code: typed.slice(0, 20) } }, null);
      }
    });
  }

  @Post('decision')
  async decide(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async (caller) => {
      const form = visit.readForm();
      const [typed, ticked] = [form.get('user_code') ?? '', form.getAll('scope')];
      const isRejected = form.get('is_rejected') !== 'false';
      const outcome = isRejected ? 'deviceRefused' : 'deviceAllowed';
      const askAgain = (wrong: Refusal['wrong']) => {
        const userCode = parseUserCode(typed);
        return userCode === null
          ? this.refuse(visit, UNKNOWN, null)
          : this.refuse(
              visit,
              { status: 400, wrong, typed: { scope: ticked.join(' ') } },
              { step: 'compared', userCode },
            );
      };
      try {
        // Another account may have signed in since the page was shown: the answer is not its answer.
        if (form.get('account') !== caller.account.id) return askAgain({ form: 'anotherAccount' });
        if (!isRejected) {
          const { device } = await this.screens.show({ user_code: typed }, visit.credentials);
          const isNotMine = !device.same_network && form.get('is_mine') !== 'true';
          if (ticked.length === 0 || isNotMine)
            return askAgain({
              ...(isNotMine && { is_mine: 'notMine' }),
              ...(ticked.length === 0 && { scope: 'nothing' }),
            });
        }
        const scope = isRejected ? {} : { scope: ticked.join(' ') };
        const decision = { user_code: typed, is_rejected: String(isRejected), ...scope };
        await this.decisions.decideBy(caller, decision, visit.credentials);
        return this.tell(visit, outcome);
      } catch (error) {
        const answer = { userCode: typed, isRejected, scope: ticked };
        const refusal = refusalOf(error);
        if (refusal.status === 400 && (await this.repeated.isRepeated(answer, caller.account.id)))
          return this.tell(visit, outcome);
        return this.refuse(visit, refusal, null);
      }
    });
  }

  /** @param note `null`: another code is typed. */
  private refuse(visit: Visit, refusal: Refusal, note: DeviceNote | null): Reply {
    return this.pages.refuse(visit, PATH, refusal, this.cookie(note));
  }

  private tell(visit: Visit, done: 'deviceAllowed' | 'deviceRefused'): Reply {
    return this.pages.tell(visit, { done }, this.cookie(null));
  }

  private page(visit: Visit, body: ComponentChildren): Reply {
    const presentation = { ...this.pages.presentationFor(visit), path: PATH };
    const { title } = presentation.t.device;
    return this.pages.reply(presentation, { title, script: 'page.js' }, body);
  }

  private cookie(note: DeviceNote | null): Record<string, string> {
    return deviceCookie(this.settings, note, PATH);
  }
}

/** @throws what is no refusal of a code. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof OAuthError)) throw error;
  if (error.status === 400) return UNKNOWN;
  return refusalBy(error, error.status === 429 ? 'user_code' : 'form');
}
