import type { Settings } from '../../../platform/config/settings';
import { hasUsableKey } from '../outside/metadata-checks';
import { PAGE } from '../outside/outside-facts';
import { type Prober, type Reply, isAnswer } from '../prober';
import { walk, nextOf } from './way';

/** What a browser without a session, and the server, meet on the way to the login of the team's app. */
export interface LoginFacts {
  /** `SIGN_IN_URL`. */
  url: string;
  issuer: string;
  keys: Reply;
  /** The URL below which the keys are, where they are not below `url`. */
  elsewhere: string | null;
  /** The server's own page that leads to the app. */
  leading: Reply;
  /** The pages from the app's first answer to its login page; empty: the server leads elsewhere. */
  way: readonly Reply[];
  /** The answer to a request without a signature. */
  unsigned: Reply;
}

/** @returns `null` without `SIGN_IN_URL`. */
export async function gatherLogin(
  { signIn, issuer }: Pick<Settings, 'signIn' | 'issuer'>,
  prober: Prober,
): Promise<LoginFacts | null> {
  if (signIn === null) return null;
  const { url } = signIn;
  const [keys, leading, unsigned] = await Promise.all([
    prober.ask(`${url}/jwks.json`),
    prober.ask(`${issuer}/sign-in/app`, { headers: PAGE }),
    prober.ask(`${url}?request=doctor`, { headers: PAGE }),
  ]);
  const first = nextOf(leading);
  const isLed = first?.startsWith(`${url}?request=`) ?? false;
  const [elsewhere, way] = await Promise.all([
    isAnswer(keys) && !hasUsableKey(keys) ? findElsewhere(url, prober) : null,
    isLed ? walk(first!, issuer, prober) : [],
  ]);
  return { url, issuer, keys, elsewhere, leading, way, unsigned };
}

/** With a global prefix on one side alone the bridge is a segment lower or higher. */
async function findElsewhere(url: string, prober: Prober): Promise<string | null> {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/$/, '');
  const [, ...segments] = path.split('/');
  const others = [
    `/api${path}`,
    `${path}/consentry`,
    ...(segments.length > 1 ? [segments.slice(1), segments.slice(0, -1)].map((rest) => `/${rest.join('/')}`) : []),
  ].map((other) => origin + other);
  const replies = await Promise.all(others.map((other) => prober.ask(`${other}/jwks.json`)));
  return others.find((_, at) => hasUsableKey(replies[at]!)) ?? null;
}
