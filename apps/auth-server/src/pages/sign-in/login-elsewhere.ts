import { Inject, Injectable } from '@nestjs/common';
import { AccountRepository } from '../../model/accounts/account.repository';
import type { Caller } from '../../model/sessions/caller';
import { ProviderFailure } from '../../model/sessions/elsewhere/openid-providers';
import { type BegunSignIn, SignInRequests } from '../../model/sessions/elsewhere/sign-in-requests';
import type { SignInPurpose } from '../../oauth/authorize/page.service';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { Reply } from '../../platform/http/answers/reply';
import type { AskedPrompt, SignInWish } from '../../protocol/sign-in/sign-in-request';
import { leaveTo } from '../leaving/leaving';
import { Pages } from '../rendering/pages';
import type { Visit } from '../rendering/visit';
import { type Door, isProvider } from './doors';
import { tellFailure } from './failed-sign-in';

interface Leading {
  /** An own path. */
  returnTo: string;
  purpose?: SignInPurpose | null;
  prompt?: AskedPrompt | null;
  /** Of the session that the app is to confirm; `null`: a person is to sign in. */
  confirmed?: Caller | null;
}

/** Leads browsers to a login elsewhere, by pages: a redirect would be held to the policy of the form there. */
@Injectable()
export class LoginElsewhere {
  constructor(
    private readonly pages: Pages,
    private readonly requests: SignInRequests,
    private readonly accounts: AccountRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws OAuthError 429. */
  async lead(visit: Visit, door: Door, leading: Leading): Promise<Reply> {
    const presentation = this.pages.presentationFor(visit);
    const wish = await this.wishOf(leading, presentation.language);
    const begun = await this.begin(visit, door, wish, leading);
    if (begun === null) {
      const failed = { failure: 'away', returnTo: leading.returnTo, door } as const;
      return tellFailure(this.pages, this.settings, visit, failed);
    }
    const { url, cookie } = begun;
    const { status, body, headers } = leaveTo(this.pages, presentation, url, presentation.t.signIn.leading);
    return new Reply(status, body, { ...headers, 'set-cookie': cookie });
  }

  /**
   * Asks the app whether the person is still signed in there, where its last word is old.
   *
   * @returns `null` where the page may be shown.
   */
  async confirm(visit: Visit, caller: Caller, returnTo: string): Promise<Reply | null> {
    const { signIn } = this.settings;
    const isAsked = signIn !== null && caller.isUnconfirmed && visit.method === 'GET' && !visit.isUnseen;
    return isAsked ? this.lead(visit, signIn, { returnTo, prompt: 'none', confirmed: caller }) : null;
  }

  /** @returns `null` where a provider fails. */
  private async begin(
    { credentials }: Visit,
    door: Door,
    wish: SignInWish,
    { returnTo, confirmed = null }: Leading,
  ): Promise<BegunSignIn | null> {
    if (!isProvider(door)) return this.requests.begin(door, wish, returnTo, credentials, confirmed);
    // Asking unseen is for the app alone: there may be several providers.
    const prompt = wish.prompt === 'none' ? null : wish.prompt;
    try {
      return await this.requests.beginAt(door, { ...wish, prompt }, returnTo, credentials);
    } catch (error) {
      if (error instanceof ProviderFailure) return null;
      throw error;
    }
  }

  private async wishOf({ purpose = null, prompt }: Leading, uiLocales: string): Promise<SignInWish> {
    return {
      prompt: prompt ?? promptOf(purpose),
      maxAge: purpose?.demand.maxAge ?? null,
      acrValues: purpose?.demand.acrValues ?? [],
      loginHint: purpose?.loginHint ?? null,
      uiLocales,
      subject: purpose?.expected == null ? null : await this.accounts.findSubject(purpose.expected),
      application: applicationOf(purpose),
    };
  }
}

function promptOf(purpose: SignInPurpose | null): AskedPrompt | null {
  if (purpose === null) return null;
  const { demand, unmet } = purpose;
  if (demand.prompt.includes('none')) return 'none';
  if (demand.prompt.includes('login') || demand.maxAge === 0) return 'login';
  return demand.prompt.includes('select_account') || unmet === 'account' ? 'select_account' : null;
}

const applicationOf = (purpose: SignInPurpose | null): SignInWish['application'] =>
  purpose === null
    ? null
    : {
        clientId: purpose.client.clientId,
        name: purpose.client.name,
        isRegistered: purpose.client.origin === 'console',
      };
