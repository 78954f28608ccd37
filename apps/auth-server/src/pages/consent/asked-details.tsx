import { Icon } from '#ui/icon';
import type { JSX } from 'preact';
import type { ConsentScreenView } from '../../oauth/authorize/authorize.dto';
import type { AuthorizationDetail } from '../../protocol/request/authorization-details';
import { showable } from '../../protocol/text/showable-text';
import { detailTexts } from '../rendering/access-texts';
import { usePresentation } from '../rendering/use-presentation';

export type DetailedScreen = Pick<ConsentScreenView, 'authorization_details' | 'authorization_details_types'>;

/** Authorization details (RFC 9396): the operator describes their types, the application fills them in. */
export const AskedDetails = ({ screen }: { screen: DetailedScreen }): JSX.Element | null => {
  const presentation = usePresentation();
  const { authorization_details: details = [], authorization_details_types: types = [] } = screen;
  if (details.length === 0) return null;
  return (
    <fieldset>
      <legend class="scopes-title">{presentation.t.consent.furtherDetails}</legend>
      <div class="scopes">
        {(details as AuthorizationDetail[]).map(
          ({ type, description: _ofType, locations: _theResource, ...given }, at) => {
            const known = types.find((one) => one.type === type) ?? { description: type };
            const texts = detailTexts(known, presentation);
            return (
              <div class="fixed" key={at}>
                <Icon name="check" />
                <div class="what">
                  <b>{texts.description}</b>
                  <Given fields={given} names={texts.names} />
                </div>
              </div>
            );
          },
        )}
      </div>
    </fieldset>
  );
};

interface GivenProps {
  fields: Readonly<Record<string, unknown>>;
  names: Readonly<Record<string, string>>;
}

const Given = ({ fields, names }: GivenProps) => {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  return (
    <dl class="given">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{Object.hasOwn(names, name) ? names[name] : <bdi>{name}</bdi>}</dt>
          <dd>
            <Value of={value} names={names} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** Numbers are shown as the application wrote them: grouped or rounded, an account number would be another. */
const Value = ({ of: value, names }: { of: unknown; names: GivenProps['names'] }) => {
  const { consent } = usePresentation().t;
  if (typeof value === 'boolean') return <>{value ? consent.yes : consent.no}</>;
  if (Array.isArray(value))
    return (
      <ul>
        {value.map((one, at) => (
          <li key={at}>
            <bdi>{showable(String(one))}</bdi>
          </li>
        ))}
      </ul>
    );
  if (typeof value === 'object' && value !== null) return <Given fields={{ ...value }} names={names} />;
  return <bdi>{showable(String(value))}</bdi>;
};
