import { type Application, generatorCommand } from '../app/application';
import { Refusal } from '../source/refusal';

const KINDS = ['express-session', 'passport', 'jwt-cookie', 'auth-js'] as const;
export type SessionKind = (typeof KINDS)[number];

/** What tells a kind in package.json: one of `packages`, and where it has `besides`, one of those too. */
interface Sign {
  readonly kind: SessionKind;
  readonly packages: readonly string[];
  readonly besides?: readonly string[];
}

/** In this order: Passport keeps people in sessions, but serves JWTs just as well. */
const SIGNS: readonly Sign[] = [
  { kind: 'auth-js', packages: ['@auth/express', '@auth/core'] },
  {
    kind: 'passport',
    packages: ['passport', '@fastify/passport'],
    besides: ['express-session', 'cookie-session', '@fastify/session', '@fastify/secure-session'],
  },
  { kind: 'express-session', packages: ['express-session', '@fastify/session'] },
  { kind: 'jwt-cookie', packages: ['@nestjs/jwt', 'passport-jwt', 'jsonwebtoken'] },
];

export interface ChosenSession {
  readonly kind: SessionKind;
  /** For the developer. */
  readonly why: string;
}

/** Throws a Refusal for an unknown kind, or where none is given and package.json names no package of one. */
export function chosenSession(app: Application, given: string | undefined): ChosenSession {
  const kind = KINDS.find((one) => one === given);
  if (kind !== undefined) return { kind, why: 'as you chose' };
  if (given !== undefined)
    throw new Refusal(`${JSON.stringify(given)} is not a session: use one of ${KINDS.join(', ')}.`);
  for (const { kind, packages, besides } of SIGNS) {
    const [found, other] = [packages, besides].map((names) => names?.find((name) => app.has(name)));
    if (found !== undefined && (besides === undefined || other !== undefined))
      return { kind, why: `as package.json names ${other === undefined ? found : `${found} and ${other}`}` };
  }
  throw new Refusal(
    `package.json names no package that keeps users signed in. Say how your app does it, for example ${generatorCommand(app, `sign-in-bridge ${KINDS[0]}`)}, or one of ${KINDS.slice(1).join(', ')}.`,
  );
}
