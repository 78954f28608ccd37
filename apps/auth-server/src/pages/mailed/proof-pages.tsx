import { Injectable } from '@nestjs/common';
import { EmailProofs } from '../../model/own-account/email-proofs';
import { type FoundMailedToken, MailedTokens, type SpentMailedToken } from '../../model/accounts/mails/mailed-tokens';
import { LONGEST_TYPED } from '../../model/accounts/passwords/password-rules';
import type { Reply } from '../../platform/http/answers/reply';
import { Callers } from '../../model/sessions/callers';
import { NoticePage } from '../rendering/notice-page';
import { ownPath } from '../rendering/own-path';
import { Pages } from '../rendering/pages';
import { type Refusal, refusalBy } from '../rendering/refusal';
import { START } from '../rendering/start';
import type { Visit } from '../rendering/visit';
import { withChoice } from '../sign-in/account-choice';
import { signInPath } from '../sign-in/sign-in-page';
import { MailedLinks, type MailedPage } from './mailed-links';
import { type ProofModel, ProofPage } from './proof-page';

type Purpose = 'verify' | 'change';

const PAGES: Record<Purpose, MailedPage> = { verify: '/verify', change: '/account/email/confirm' };

const TAKEN: Refusal = { status: 409, wrong: { form: 'taken' } };
const WRONG: Refusal = { status: 403, wrong: { password: 'wrong' } };

/** The proof of an email by a mailed link: of the one at hand, and of a new one. */
@Injectable()
export class ProofPages {
  constructor(
    private readonly pages: Pages,
    private readonly links: MailedLinks,
    private readonly tokens: MailedTokens,
    private readonly proofs: EmailProofs,
    private readonly callers: Callers,
  ) {}

  async show(purpose: Purpose, visit: Visit): Promise<Reply> {
    const kept = this.links.keep(visit, PAGES[purpose]);
    if (kept !== null) return kept;
    const found = await this.tokens.find(purpose, this.links.tokenOf(visit));
    return found === null ? this.over(purpose, visit) : this.ask(purpose, visit, found);
  }

  async prove(purpose: Purpose, visit: Visit): Promise<Reply> {
    const token = this.links.tokenOf(visit);
    const typed = visit.readForm().get('password') || undefined;
    const [caller, found] = [await this.callers.find(visit.credentials), await this.tokens.find(purpose, token)];
    if (found === null) return this.over(purpose, visit);
    const password = typed?.slice(0, LONGEST_TYPED + 1);
    const by = { ...this.callers.signingIn(visit.credentials), caller, password, signsIn: true };
    const outcome = await this.proofs
      .accept(purpose, token, by)
      .catch((error: unknown) => ({ kind: 'refused' as const, refusal: refusalBy(error) }));
    if (outcome.kind === 'unknown') return this.over(purpose, visit);
    if (outcome.kind === 'refused') return this.pages.refuse(visit, PAGES[purpose], outcome.refusal);
    if (outcome.kind === 'taken') return this.pages.refuse(visit, PAGES[purpose], TAKEN);
    if (outcome.kind !== 'proven') return this.pages.refuse(visit, PAGES[purpose], WRONG);
    const { session, account } = outcome;
    const isSignedIn = session !== null || caller?.account.id === account.id;
    // The session matters more than a cookie whose token is spent.
    const cookie = session?.cookies ?? this.links.forget(PAGES[purpose]);
    const returnTo = ownPath(found.returnTo);
    if (isSignedIn && returnTo !== null) return this.pages.redirect(withChoice(returnTo), { 'set-cookie': cookie });
    return this.pages.tell(visit, { done: 'emailProven', email: account.email, isSignedIn }, { 'set-cookie': cookie });
  }

  private async ask(purpose: Purpose, visit: Visit, found: FoundMailedToken): Promise<Reply> {
    const presentation = this.pages.presentationFor(visit);
    const caller = await this.callers.find(visit.credentials);
    const model: ProofModel = {
      page: PAGES[purpose],
      email: found.mailedTo,
      isFirst: found.emailVerifiedAt === null,
      isOwn: caller?.account.id === found.id,
    };
    const title = presentation.t.mailed[purpose];
    return this.pages.reply(presentation, { title, script: 'page.js' }, <ProofPage {...model} />);
  }

  private async over(purpose: Purpose, visit: Visit): Promise<Reply> {
    const spent = await this.tokens.findSpent(purpose, this.links.tokenOf(visit));
    if (spent !== null && spent.email === spent.mailedTo) return this.spent(visit, spent);
    const presentation = this.pages.presentationFor(visit);
    const { mailed } = presentation.t;
    return this.pages.reply(
      presentation,
      { title: mailed.over, status: 400 },
      <NoticePage title={mailed.over} action={{ to: '/account/email', label: mailed.again }}>
        {mailed.overText}
      </NoticePage>,
    );
  }

  /** The email was proven before, maybe by the same form. */
  private async spent(visit: Visit, { id, email, ...spent }: SpentMailedToken): Promise<Reply> {
    const presentation = this.pages.presentationFor(visit);
    const { mailed, signIn } = presentation.t;
    const caller = await this.callers.find(visit.credentials);
    const isOwn = caller?.account.id === id;
    const returnTo = ownPath(spent.returnTo);
    return this.pages.reply(
      presentation,
      { title: mailed.spent, status: 400 },
      <NoticePage
        title={mailed.spent}
        action={
          isOwn
            ? { to: withChoice(returnTo ?? START), label: mailed.goOn }
            : { to: signInPath(returnTo), label: signIn.submit }
        }
      >
        {mailed.spentProof(<bdi>{email}</bdi>)}
      </NoticePage>,
    );
  }
}
