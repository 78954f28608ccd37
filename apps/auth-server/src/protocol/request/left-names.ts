import { type Resource, isIdentityScope, parseScope } from './scope';

/** So many rows hold this text. */
export interface Held {
  kind: 'grants' | 'applications' | 'resources';
  /** Scopes; of `resources` the URL of one. */
  held: string;
  count: number;
}

export interface LeftNames {
  scopes: { name: string; grants: number; applications: number }[];
  /** `grants`: with a refresh token for it. */
  resources: { url: string; grants: number }[];
}

/** The scopes and resources that are held and not known any more. */
export function findLeftNames(rows: readonly Held[], audiences: readonly Resource[]): LeftNames {
  const known = new Set(audiences.flatMap(({ scopes }) => scopes.map(({ name }) => name)));
  const urls = new Set(audiences.map(({ url }) => url));
  const scopes = new Map<string, { grants: number; applications: number }>();
  for (const { kind, held, count } of rows) {
    if (kind === 'resources') continue;
    for (const name of parseScope(held).filter((each) => !known.has(each) && !isIdentityScope(each))) {
      const counts = scopes.get(name) ?? { grants: 0, applications: 0 };
      scopes.set(name, { ...counts, [kind]: counts[kind] + count });
    }
  }
  const left = rows.filter(({ kind, held }) => kind === 'resources' && !urls.has(held));
  return {
    scopes: [...scopes].map(([name, counts]) => ({ name, ...counts })),
    resources: left.map(({ held: url, count: grants }) => ({ url, grants })),
  };
}
