import type { ExecutionContext } from '@nestjs/common';

import type { RequiredAuthentication } from '../../bearer/bearer-fault.ts';
import type { ScopeHierarchy } from '../../bearer/scope-hierarchy.ts';
import type { AccessPolicy, PolicySource } from './access-policy.ts';
import type { ScopeGroup } from './require-scopes.decorator.ts';
import { routeDemandOf } from './route-demand.ts';

/** What a route wants, by its decorators and the module's options. */
export interface RouteAccess {
  /** No token is needed. */
  readonly isPublic: boolean;
  /** Calls without a token pass. */
  readonly isOptional: boolean;
  /** The token must name one of these; undefined: one of its issuer's. */
  readonly audiences: readonly string[] | undefined;
  /** Of each group one scope is needed; those that imply one of the group are in it. */
  readonly scopeGroups: readonly ScopeGroup[];
  /** For challenges (RFC 6750 §3): of each group the one that was written first. */
  readonly wantedScopes: readonly string[];
  readonly authentication: RequiredAuthentication | undefined;
  /** The module's, the class's, the method's: each must allow the call. */
  readonly policies: readonly AccessPolicy[];
  /** The token must be bound to a key. */
  readonly needsDpop: boolean;
  /** Preflights of CORS pass without a token. */
  readonly answersPreflights: boolean;
}

/** The options that count for every route. */
export interface AccessDefaults {
  readonly scopeHierarchy: ScopeHierarchy;
  readonly policy: PolicySource | undefined;
  readonly needsDpop: boolean;
}

/** The requirements of all routes; each is computed at its first call, as reading metadata is slow. */
export class RouteAccessTable {
  private readonly known = new WeakMap<object, WeakMap<object, RouteAccess>>();

  /** @param policyOf finds the instance of a policy's class; throws where it is no provider. */
  constructor(
    private readonly defaults: AccessDefaults,
    private readonly policyOf: (source: PolicySource) => AccessPolicy,
  ) {}

  /** Reads what the handler on this class demands: one method may be inherited by several. */
  of(context: ExecutionContext): RouteAccess {
    const target = context.getClass();
    let handlers = this.known.get(target);
    if (handlers === undefined) this.known.set(target, (handlers = new WeakMap()));
    const handler = context.getHandler();
    let access = handlers.get(handler);
    if (access === undefined) handlers.set(handler, (access = this.compute(target, handler)));
    return access;
  }

  private compute(target: object, handler: object): RouteAccess {
    const { scopeGroups, policies, ...demand } = routeDemandOf(target, handler);
    const { scopeHierarchy, policy, needsDpop } = this.defaults;
    const all = policy === undefined || demand.isPublic ? policies : [policy, ...policies];
    return {
      ...demand,
      scopeGroups: scopeGroups.map((group) => group.flatMap((scope) => scopeHierarchy.get(scope) ?? [scope])),
      wantedScopes: [...new Set(scopeGroups.map(([first]) => first!))],
      needsDpop: demand.needsDpop || (needsDpop && !demand.isPublic),
      policies: all.map((source) => this.policyOf(source)),
    };
  }
}
