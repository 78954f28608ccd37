import type { Settings, SignInProvider, SignInSetting } from '../../platform/config/settings';

/** Where people sign in elsewhere: the login of the team's app, or a provider. */
export type Door = SignInSetting | SignInProvider;

export const isProvider = (door: Door): door is SignInProvider => 'clientId' in door;

type Doors = Pick<Settings, 'signIn' | 'signInProviders'>;

export const doorsOf = ({ signIn, signInProviders }: Doors): Door[] => [
  ...(signIn === null ? [] : [signIn]),
  ...signInProviders,
];

/** The only way to sign in; `null` where there are several, or a password is one. */
export function onlyDoor(settings: Doors & Pick<Settings, 'passwords'>): Door | null {
  const [door, ...others] = settings.passwords ? [] : doorsOf(settings);
  return door === undefined || others.length > 0 ? null : door;
}

/** Where the accounts of an issuer sign in. */
export const doorOf = (settings: Doors, issuer: string | null): Door | null =>
  doorsOf(settings).find((door) => door.issuer === issuer) ?? null;

export type DoorPath = '/sign-in/app' | `/sign-in/providers/${string}`;

export const doorPath = (door: Door): DoorPath => (isProvider(door) ? `/sign-in/providers/${door.id}` : '/sign-in/app');

/** As people know it. */
export const doorName = (door: Door): string => (isProvider(door) ? door.name : new URL(door.url).host);
