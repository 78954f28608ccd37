import type { JSX } from 'preact';
import type { ActiveGrant, Delegated } from '../../model/grants/grant.repository';
import { IDENTITY_SCOPES, type Resource } from '../../protocol/request/scope';
import { resourceName, scopeTexts } from '../rendering/access-texts';
import type { Presentation } from '../rendering/presentation';
import { shownName } from '../rendering/shown-name';

/** What pages about apps are drawn from. */
export interface AppsContext {
  resources: readonly Resource[];
}

/** Of one app. */
export interface CardProps extends AppsContext {
  grant: ActiveGrant;
}

export const appName = ({ name, clientId }: { name: string; clientId: string }): string =>
  shownName(name) || shownName(clientId);

export const AppName = ({ app }: { app: { name: string; clientId: string } }): JSX.Element => <bdi>{appName(app)}</bdi>;

/** What scopes allow, each in the reader's language. */
export const allowedBy = (
  { scopes }: Pick<ActiveGrant, 'scopes'>,
  resources: readonly Resource[],
  presentation: Presentation,
): { name: string; description: string; detail?: string }[] => {
  const known = [...resources.flatMap((resource) => resource.scopes), ...IDENTITY_SCOPES];
  return scopes.split(' ').map((name) => {
    const scope = known.find((one) => one.name === name) ?? { name, description: name };
    return { name, ...scopeTexts(scope, presentation) };
  });
};

export const resourceOf = (
  { resource: url }: Delegated,
  resources: readonly Resource[],
  presentation: Presentation,
): string => {
  const resource = resources.find((one) => one.url === url);
  return resource === undefined ? url : resourceName(resource, presentation);
};
