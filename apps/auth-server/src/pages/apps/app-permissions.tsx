import { Icon } from '#ui/icon';
import type { JSX } from 'preact';
import type { CardProps } from './app-texts';
import { allowedBy, appName } from './app-texts';
import { usePresentation } from '../rendering/use-presentation';

/** Takes single scopes back; a lone one goes with the whole access. */
export const Permissions = ({ grant, resources }: CardProps): JSX.Element | null => {
  const presentation = usePresentation();
  const { t, link, refusal } = presentation;
  const isNothingKept = refusal?.wrong[grant.id] !== undefined;
  const allowed = allowedBy(grant, resources, presentation);
  if (allowed.length < 2) return null;
  const error = `keep-error-${grant.id}`;
  return (
    <details class="more narrow" open={isNothingKept}>
      <summary>{t.apps.narrow}</summary>
      <form class="stack tight" action={link(`/account/apps/${grant.id}/permissions`)} method="post">
        <fieldset aria-describedby={isNothingKept ? error : undefined}>
          <legend class="vh">{t.apps.keeps(appName(grant))}</legend>
          <div class="scopes">
            {allowed.map(({ name, description, detail }, at) => (
              <label key={name}>
                <input
                  class="check"
                  type="checkbox"
                  name="scope"
                  value={name}
                  checked={!isNothingKept}
                  autoFocus={isNothingKept && at === 0}
                />
                <span class="what">
                  <b>{description}</b>
                  {detail !== undefined && <small>{detail}</small>}
                </span>
              </label>
            ))}
          </div>
          {isNothingKept && (
            <p class="error" id={error} role="alert">
              <Icon name="warn" />
              <span>{t.apps.nothingKept}</span>
            </p>
          )}
        </fieldset>
        <p class="hint">{t.apps.narrowHint}</p>
        <button class="btn">{t.apps.keep}</button>
      </form>
    </details>
  );
};
