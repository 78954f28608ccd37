import 'reflect-metadata';

import { RequestMethod } from '@nestjs/common';

import type { RequiredAuthentication } from '../../bearer/bearer-fault.ts';
import {
  AUDIENCE_METADATA,
  AUTHENTICATION_METADATA,
  DPOP_METADATA,
  OPTIONAL_METADATA,
  POLICIES_METADATA,
  PUBLIC_METADATA,
  SCOPES_METADATA,
} from '../guard.tokens.ts';
import { HTTP_METHOD } from '../start/nest-metadata.ts';
import type { PolicySource } from './access-policy.ts';
import { bothOf } from './require-authentication.decorator.ts';
import type { ScopeGroup } from './require-scopes.decorator.ts';

/** What the decorators of a route and its class say, without the module's options. */
export interface RouteDemand {
  readonly isPublic: boolean;
  /** Calls without a token pass; those with one are judged as ever. */
  readonly isOptional: boolean;
  /** The class's, then the method's. */
  readonly scopeGroups: readonly ScopeGroup[];
  readonly audiences: readonly string[] | undefined;
  readonly authentication: RequiredAuthentication | undefined;
  readonly policies: readonly PolicySource[];
  readonly needsDpop: boolean;
  /** An `@Options()` handler that demands nothing itself: preflights bring no token (Fetch standard). */
  readonly answersPreflights: boolean;
}

/** Of a class or a method. */
type LevelDemand = Omit<RouteDemand, 'answersPreflights'>;

const PUBLIC: RouteDemand = {
  isPublic: true,
  isOptional: false,
  scopeGroups: [],
  audiences: undefined,
  authentication: undefined,
  policies: [],
  needsDpop: false,
  answersPreflights: false,
};

/** The method counts before its class, and on each level a demand wins over `@Public()`. */
export function routeDemandOf(target: object, handler: object): RouteDemand {
  const [far, near] = [demandOn(target), demandOn(handler)];
  const decisive = [near, far].find((level) => level.isPublic || isDemanding(level));
  if (decisive?.isPublic && !isDemanding(decisive)) return PUBLIC;
  return {
    isPublic: false,
    isOptional: near.isOptional || (far.isOptional && !isDemanding(near)),
    scopeGroups: distinct([...far.scopeGroups, ...near.scopeGroups]),
    audiences: near.audiences ?? far.audiences,
    authentication: bothOf(far.authentication, near.authentication),
    policies: [...far.policies, ...near.policies],
    needsDpop: far.needsDpop || near.needsDpop,
    answersPreflights: !isDemanding(near) && Reflect.getMetadata(HTTP_METHOD, handler) === RequestMethod.OPTIONS,
  };
}

function demandOn(holder: object): LevelDemand {
  const read = <T>(key: string) => Reflect.getMetadata(key, holder) as T | undefined;
  return {
    isPublic: read(PUBLIC_METADATA) === true,
    isOptional: read(OPTIONAL_METADATA) === true,
    scopeGroups: read<ScopeGroup[]>(SCOPES_METADATA) ?? [],
    audiences: read(AUDIENCE_METADATA),
    authentication: read(AUTHENTICATION_METADATA),
    policies: read<PolicySource[]>(POLICIES_METADATA) ?? [],
    needsDpop: read(DPOP_METADATA) === true,
  };
}

/** Whether something is wanted of a token, beyond being valid; an optional one is wanted to be that. */
export function isDemanding(level: LevelDemand): boolean {
  const { isOptional, scopeGroups, audiences, authentication, policies, needsDpop } = level;
  const wantsMore = scopeGroups.length > 0 || (audiences ?? authentication) !== undefined || policies.length > 0;
  return isOptional || needsDpop || wantsMore;
}

function distinct(groups: readonly ScopeGroup[]): ScopeGroup[] {
  return [...new Map(groups.map((group) => [group.join(' '), group])).values()];
}
