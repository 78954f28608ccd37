import { Callout } from '#ui/callout';
import { Icon } from '#ui/icon';
import type { JSX } from 'preact';
import type { DeviceScreenView } from '../../oauth/device-verification/device-verification.dto';
import { AskedScopes } from '../consent/asked-scopes';
import { Claims } from '../consent/consent-facts';
import { consentTitle } from '../consent/consent-title';
import { AccountChip } from '../rendering/account-layout';
import { Field, FormRefusal } from '../rendering/controls';
import { QuietLayout } from '../rendering/quiet-layout';
import { tickedIn } from '../rendering/refusal';
import { AppTile } from '../rendering/app-tile';
import { signInPath } from '../sign-in/sign-in-page';
import { usePresentation } from '../rendering/use-presentation';

export const CodePage = (): JSX.Element => {
  const { t, link, refusal } = usePresentation();
  const reason = refusal?.wrong['user_code'];
  return (
    <QuietLayout>
      <form class="sheet" action={link('/device')} method="post">
        <div class="center">
          <h1>{t.device.title}</h1>
          <p class="lead">{t.device.lead}</p>
        </div>
        <FormRefusal />
        <Field
          name="user_code"
          label={t.device.code}
          error={reason && t.device[reason === 'tooMany' ? 'tooMany' : 'unknown']}
          hint={t.device.codeHint}
          input={{
            class: 'input otp',
            autoComplete: 'one-time-code',
            autoCapitalize: 'characters',
            spellcheck: false,
            maxLength: 20,
            placeholder: 'WDJB-MJHT',
          }}
        />
        <SentWarning />
        <button class="btn primary wide tall">{t.device.goOn}</button>
      </form>
    </QuietLayout>
  );
};

/** A link brought the code: only who sees the device can tell whether it is theirs (RFC 8628 §3.3.1). */
export const ComparePage = ({ userCode }: { userCode: string }): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <QuietLayout>
      <form class="sheet" action={link('/device')} method="post">
        <div class="center">
          <h1>{t.device.compare(<b class="nowrap mono">{userCode}</b>)}</h1>
        </div>
        <SentWarning />
        <input type="hidden" name="user_code" value={userCode} />
        <div class="decide">
          <button class="btn tall" name="is_same" value="false">
            {t.device.no}
          </button>
          <button class="btn primary tall" name="is_same" value="true">
            {t.device.yes}
          </button>
        </div>
      </form>
    </QuietLayout>
  );
};

const SentWarning = () => {
  const { t } = usePresentation();
  return (
    <Callout kind="warn" title={t.device.sentTitle}>
      {t.device.sent}
    </Callout>
  );
};

interface DecisionProps {
  screen: DeviceScreenView;
}

export const DecisionPage = ({ screen }: DecisionProps): JSX.Element => {
  const presentation = usePresentation();
  const { t, link, refusal } = presentation;
  const { client, account } = screen;
  return (
    <QuietLayout roomy>
      <form class="sheet" action={link('/device/decision')} method="post">
        <input type="hidden" name="user_code" value={screen.user_code} />
        <input type="hidden" name="account" value={account.id} />
        <div class="stack tight center">
          <div class="parties" aria-hidden="true">
            <AppTile app={client} shape="xl" />
          </div>
          <h1>{consentTitle(presentation, screen)}</h1>
        </div>
        <FormRefusal />
        <Started screen={screen} />
        <AccountChip account={account}>
          <a class="btn quiet slim" href={link(signInPath('/device'))}>
            {t.consent.otherAccount}
          </a>
        </AccountChip>
        <AskedScopes screen={screen} ticked={tickedIn(refusal)} />
        {client.registered_by !== 'developer' && <Claims screen={screen} />}
        <div class="decide">
          <button class="btn tall" name="is_rejected" value="true" formnovalidate>
            {t.consent.deny}
          </button>
          <button class="btn primary tall" name="is_rejected" value="false">
            {t.consent.allow}
          </button>
        </div>
      </form>
    </QuietLayout>
  );
};

/** Asked twice where the device is in another network: then it may be somebody else's. */
const Started = ({ screen: { device } }: DecisionProps) => {
  const { t, refusal } = usePresentation();
  const isNotMine = refusal?.wrong['is_mine'] !== undefined;
  return (
    <>
      <Callout kind="warn" title={t.device.startedTitle}>
        {t.device.goesTo}{' '}
        {!device.same_network && device.network !== null && t.device.elsewhere(<b class="mono">{device.network}</b>)}
      </Callout>
      {!device.same_network && (
        <div class="scopes">
          <label>
            <input
              class="check"
              type="checkbox"
              name="is_mine"
              value="true"
              required
              autoFocus={isNotMine}
              aria-invalid={isNotMine ? 'true' : undefined}
              aria-describedby={isNotMine ? 'mine-error' : undefined}
            />
            <span class="what">
              <b>{t.device.mine}</b>
            </span>
          </label>
        </div>
      )}
      {isNotMine && (
        <p class="error" id="mine-error" role="alert">
          <Icon name="warn" />
          <span>{t.device.notMine}</span>
        </p>
      )}
    </>
  );
};
