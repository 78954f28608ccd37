import type { JSX } from 'preact';
import type { DeviceScreenView } from '../../oauth/device-verification/device-verification.dto';
import { AskedScopes } from '../consent/asked-scopes';
import { Claims } from '../consent/consent-facts';
import { consentTitle } from '../consent/consent-title';
import { AccountChip } from '../rendering/account-layout';
import { Callout, Field } from '../rendering/controls';
import { Icon } from '../rendering/icons';
import { QuietLayout } from '../rendering/quiet-layout';
import { AppTile } from '../rendering/tile';
import { signInPath } from '../sign-in/sign-in-page';
import { usePresentation } from '../rendering/use-presentation';

export type CodeError = 'unknown' | 'tooMany';

export const CodePage = ({ typed, error }: { typed: string; error: CodeError | null }): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <QuietLayout>
      <form class="sheet" action={link('/device')} method="post">
        <div class="center">
          <h1>{t.device.title}</h1>
          <p class="lead">{t.device.lead}</p>
        </div>
        <Field
          name="user_code"
          label={t.device.code}
          value={typed}
          error={error && t.device[error]}
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

export interface DecisionProps {
  screen: DeviceScreenView;
  ticked: readonly string[] | null;
  isNotMine: boolean;
}

export const DecisionPage = ({ screen, ticked, isNotMine }: DecisionProps): JSX.Element => {
  const presentation = usePresentation();
  const { t, link } = presentation;
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
        <Started screen={screen} isNotMine={isNotMine} />
        <AccountChip account={account}>
          <a class="btn quiet slim" href={link(signInPath('/device'))}>
            {t.consent.otherAccount}
          </a>
        </AccountChip>
        <AskedScopes screen={screen} ticked={ticked} />
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
const Started = ({ screen: { device }, isNotMine }: Omit<DecisionProps, 'ticked'>) => {
  const { t } = usePresentation();
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
