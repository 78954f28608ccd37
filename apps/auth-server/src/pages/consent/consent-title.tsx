import type { ComponentChildren } from 'preact';
import type { ConsentScreenView } from '../../oauth/authorize/authorize.dto';
import { destinationOf } from '../leaving/leaving';
import { resourceName } from '../rendering/access-texts';
import type { Presentation } from '../rendering/presentation';
import { shownName } from '../rendering/shown-name';

/** Who asks for what. Only of an application that a developer registered the name is taken for its own. */
export function consentTitle(
  presentation: Presentation,
  screen: Pick<ConsentScreenView, 'client' | 'resource'> & { redirect_uri?: string },
): ComponentChildren {
  const { t } = presentation;
  const { client, resource, redirect_uri: redirectUri } = screen;
  const name = shownName(client.name);
  const app = <bdi>{name}</bdi>;
  if (isTakenAtItsWord(client))
    return resource === null
      ? t.consent.identityTitle(app)
      : t.consent.title(app, <bdi>{resourceName(resource, presentation)}</bdi>);
  const called =
    looksLikeAddress(name) && redirectUri !== undefined ? withHost(name, destinationOf(redirectUri).host) : app;
  return resource === null
    ? t.consent.strangerIdentityTitle(called)
    : t.consent.strangerTitle(called, <bdi>{resourceName(resource, presentation)}</bdi>);
}

/** Whether a name, and the logo with it, is shown as the application's own. */
export const isTakenAtItsWord = ({ registered_by: by, name }: ConsentScreenView['client']): boolean =>
  by === 'developer' && !looksLikeAddress(shownName(name));

/** `paypal.com`, `https://…`: a name that people would take for where they are going. */
export const looksLikeAddress = (name: string) => /:\/\/|\p{L}[.\u3002\uff0e\uff61]\p{L}{2,}/u.test(name);

const withHost = (name: string, host: string) => (
  <>
    <bdi>{name}</bdi> (<bdi>{host}</bdi>)
  </>
);
