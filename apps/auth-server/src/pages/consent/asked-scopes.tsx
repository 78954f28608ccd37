import { Icon } from '#ui/icon';
import type { JSX } from 'preact';
import type { ConsentScreenView } from '../../oauth/authorize/authorize.dto';
import { scopeTexts } from '../rendering/access-texts';
import { firstWrong } from '../rendering/refusal';
import { usePresentation } from '../rendering/use-presentation';
import { AskedDetails, type DetailedScreen } from './asked-details';

type Asked = ConsentScreenView['scopes'][number];

interface AskedProps {
  screen: Pick<ConsentScreenView, 'scopes' | 'granted_since'> & DetailedScreen;
  /** `null`: the question is new. */
  ticked: readonly string[] | null;
}

/** What it asks for: what is new has boxes, what the account allowed before has none. */
export const AskedScopes = ({ screen, ticked }: AskedProps): JSX.Element => {
  const { t, refusal } = usePresentation();
  const scopes: readonly Asked[] = screen.scopes;
  const [known, fresh] = [
    scopes.filter((scope) => scope.granted_before),
    scopes.filter((scope) => !scope.granted_before),
  ];
  const isNothing = ticked !== null && ticked.length === 0;
  return (
    <>
      {scopes.length > 0 && <input type="hidden" name="choices" value="yes" />}
      {fresh.length > 0 && (
        <fieldset aria-describedby={isNothing ? 'scope-error' : undefined}>
          <legend class="scopes-title">{known.length > 0 ? t.consent.wouldAlsoLike : t.consent.wouldLike}</legend>
          <div class="scopes">
            {fresh.map((scope, at) => (
              <label key={scope.name}>
                <input
                  class="check"
                  type="checkbox"
                  name="scope"
                  value={scope.name}
                  checked={ticked === null ? !scope.sensitive : ticked.includes(scope.name)}
                  autoFocus={at === 0 && firstWrong(refusal) === 'scope'}
                />
                <What scope={scope} />
              </label>
            ))}
          </div>
          {isNothing && (
            <p class="error" id="scope-error" role="alert">
              <Icon name="warn" />
              <span>{t.consent.nothing}</span>
            </p>
          )}
        </fieldset>
      )}
      {known.length > 0 && <Known known={known} since={screen.granted_since} />}
      <AskedDetails screen={screen} />
    </>
  );
};

const Known = ({ known, since }: { known: readonly Asked[]; since: string | undefined }) => {
  const { t, day } = usePresentation();
  return (
    <fieldset>
      <legend class="scopes-title">{t.consent.already}</legend>
      <div class="scopes">
        {known.map((scope) => (
          <div class="fixed" key={scope.name}>
            <input type="hidden" name="scope" value={scope.name} />
            <Icon name="check" />
            <What scope={scope} />
          </div>
        ))}
      </div>
      {since !== undefined && <p class="hint">{t.consent.alreadySince(day(Date.parse(since)))}</p>}
    </fieldset>
  );
};

const What = ({ scope }: { scope: Asked }) => {
  const presentation = usePresentation();
  const { description, detail } = scopeTexts(scope, presentation);
  const leavable = scope.sensitive && !scope.granted_before ? presentation.t.consent.mayLeaveOut : undefined;
  return (
    <span class="what">
      <b>{description}</b>
      {detail !== undefined && <small>{detail}</small>}
      {leavable !== undefined && <small>{leavable}</small>}
    </span>
  );
};
