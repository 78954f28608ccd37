import { REQUEST_URI_TTL } from '../../protocol/request/request-uri';
import { DEVICE_CODE_TTL } from '../../protocol/device/device-polling';
import { ID_TOKEN_TTL } from '../../protocol/token/id-token-claims';
import type { DeveloperFacts } from './facts';
import { spellSeconds, table } from './markdown';

export function lifetimes({ settings, rules, offersDevices }: DeveloperFacts): string {
  const { ttl } = settings;
  const retry = Math.max(settings.refreshRetryWindow, rules.leastRetryWindow);
  const life = (seconds: number) => spellSeconds(seconds);
  const rows = [
    ['a pushed request (PAR)', life(REQUEST_URI_TTL), 'once'],
    ["a user's decision on the consent page", life(ttl.consentSession), 'once'],
    ['an authorization code', life(Math.min(ttl.code, rules.longestCode)), 'once'],
    ...(offersDevices ? [['a device code and its user code', life(DEVICE_CODE_TTL), 'once']] : []),
    ['an access token', life(Math.min(ttl.accessToken, rules.longestAccessToken)), 'until it expires or is revoked'],
    ['a refresh token', `${life(ttl.refreshToken)} from its own issue`, 'once: each answer has the next one'],
    ['an ID token', life(ID_TOKEN_TTL), 'to learn who signed in, at once'],
  ];
  const own = rules.profile === null ? ", or your application's own `refresh_retry_window`," : '';
  const window =
    retry === 0
      ? 'Unless your application registers `refresh_retry_window` (at most 60 seconds), a refresh whose answer was lost costs the user a new sign-in.'
      : `Within ${life(retry)}${own} the same refresh, with the same authentication, may be sent again and gets the same answer.`;
  return `## Lifetimes

${table(['what', 'lives', 'works'], rows)}

${window} Trust \`expires_in\` of the answer rather than this table. A refresh token that came with \`openid\` and without \`offline_access\` ends with the user's sign-in, ${life(ttl.session)} after it at the latest.`;
}
