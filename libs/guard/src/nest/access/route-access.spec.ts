import type { ExecutionContext } from '@nestjs/common';

import { parseScopeHierarchy } from '../../bearer/scope-hierarchy.ts';
import type { AccessPolicy, PolicySource } from './access-policy.ts';
import { Public } from './public.decorator.ts';
import { RequireAnyScope, RequireScopes } from './require-scopes.decorator.ts';
import { RouteAccessTable } from './route-access.ts';
import { UsePolicy } from './use-policy.decorator.ts';

class Rule implements AccessPolicy {
  decide = () => true;
}
const own: AccessPolicy = { decide: () => true };
const all: AccessPolicy = { decide: () => true };

@RequireScopes('read')
class Notes {
  plain() {}
  @RequireAnyScope('write', 'audit') @UsePolicy(Rule, own) changed() {}
  @Public() open() {}
}

class More extends Notes {}

const hierarchy = parseScopeHierarchy({ admin: ['write'], write: ['read'] });
const rule = new Rule();
const table = new RouteAccessTable(
  { scopeHierarchy: hierarchy, policy: all, needsDpop: true },
  (source: PolicySource) => (source === Rule ? rule : (source as AccessPolicy)),
);
const of = (type: { prototype: object }, method: string) => {
  const getHandler = () => (type.prototype as Record<string, unknown>)[method];
  return table.of({ getHandler, getClass: () => type } as unknown as ExecutionContext);
};

describe('RouteAccessTable', () => {
  it("adds the module's defaults, what implies a scope, and a policy's instance", () => {
    expect(of(Notes, 'changed')).toEqual({
      isPublic: false,
      isOptional: false,
      audiences: undefined,
      scopeGroups: [
        ['read', 'admin', 'write'],
        ['write', 'admin', 'audit'],
      ],
      wantedScopes: ['read', 'write'],
      authentication: undefined,
      policies: [all, rule, own],
      answersPreflights: false,
      needsDpop: true,
    });
  });

  it('asks nothing of a public route', () => {
    expect(of(Notes, 'open')).toMatchObject({
      isPublic: true,
      scopeGroups: [],
      wantedScopes: [],
      policies: [],
      needsDpop: false,
    });
  });

  it('computes a route once, and one for each class that has it', () => {
    expect(of(Notes, 'plain')).toBe(of(Notes, 'plain'));
    expect(of(More, 'plain')).not.toBe(of(Notes, 'plain'));
    expect(of(More, 'plain')).toEqual(of(Notes, 'plain'));
  });
});
