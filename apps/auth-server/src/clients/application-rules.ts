import type { FieldError } from '../http/problem';
import type { ClientType } from '../protocol/client';
import { redirectUriProblem } from '../protocol/redirect-uri';
import type { Resource } from '../protocol/scope';

/** The fields whose rules need more than themselves. */
export interface RuledFields {
  type: ClientType;
  redirectUris?: readonly string[] | undefined;
  scopes?: readonly string[] | null | undefined;
  requireClientAuthentication?: boolean | undefined;
}

/** What is wrong with an application's fields, each named. */
export function applicationProblems(fields: RuledFields, resources: readonly Resource[]): FieldError[] {
  return [
    ...(fields.redirectUris ?? []).flatMap((uri, at) => {
      const problem = redirectUriProblem(uri, fields.type);
      return problem === null ? [] : [{ field: `redirect_uris[${at}]`, detail: problem }];
    }),
    ...scopeProblems(fields.scopes ?? null, resources),
    ...(fields.requireClientAuthentication && fields.type === 'public'
      ? [{ field: 'require_client_authentication', detail: 'is not for public applications: they have no secret' }]
      : []),
  ];
}

function scopeProblems(scopes: readonly string[] | null, resources: readonly Resource[]): FieldError[] {
  if (scopes === null) return [];
  if (scopes.length === 0) return [{ field: 'scopes', detail: 'must name at least one scope; leave it out for all' }];
  const known = resources.flatMap((resource) => resource.scopes.map(({ name }) => name));
  return scopes.flatMap((scope, at) =>
    known.includes(scope) ? [] : [{ field: `scopes[${at}]`, detail: `is unknown; known are ${known.join(', ')}` }],
  );
}
