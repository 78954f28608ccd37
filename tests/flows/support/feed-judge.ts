import { type FeedEntry, digestOf } from '@consentry/test-support/world/feed-reader';

interface Claims {
  jti: string;
  sub: string;
  client_id: string;
  iat: number;
  fam?: string;
  ge?: number;
  rv?: number;
  gc?: string;
}

const partOf = (token: string, part: number) =>
  JSON.parse(Buffer.from(token.split('.')[part]!, 'base64url').toString()) as unknown;

/** The entries that refuse an access token, judged as a service does. @param entries of the feed, with the older ones before */
export function refusing(entries: readonly FeedEntry[], log: string, token: string): FeedEntry[] {
  const claims = partOf(token, 1) as Claims;
  const { kid } = partOf(token, 0) as { kid: string };
  const { iat, ge = 0, rv = 0 } = claims;
  const bound: Record<string, number> = { grant: ge, reissue: rv, client: iat, before: iat };
  const digests = new Map(
    Object.entries(valuesOf(claims, kid)).flatMap(([kind, values]) =>
      values.map((value) => [digestOf(log, kind, value), kind] as const),
    ),
  );
  const isNamed = ({ k, h }: FeedEntry) => digests.get(h) === (k === 'enabled' ? 'disabled' : k);
  const isLatest = ({ h, v = 0 }: FeedEntry) => !entries.some((other) => other.h === h && (other.v ?? 0) > v);
  return entries
    .filter((entry) => isNamed(entry) && entry.k !== 'enabled' && isLatest(entry))
    .filter(({ k, n }) => (bound[k] ?? 0) < (n ?? Infinity));
}

function valuesOf(claims: Claims, kid: string): Record<string, string[]> {
  const { jti, fam, sub, client_id: holder, gc } = claims;
  const grant = [`${sub}\0${gc ?? holder}`];
  const wide = [`${sub}\0`];
  const clients = [holder, sub, ...(gc === undefined ? [] : [gc])];
  return {
    family: fam === undefined ? [] : [fam],
    token: [jti],
    grant,
    reissue: [...grant, ...wide],
    account: [sub],
    client: clients,
    disabled: clients,
    key: [kid],
    before: [''],
  };
}
