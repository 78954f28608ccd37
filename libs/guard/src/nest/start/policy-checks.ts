import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';

import type { PolicySource } from '../access/access-policy.ts';
import { policyLookup } from '../access/policy-lookup.ts';
import type { GuardSettings } from '../guard.settings.ts';
import { GUARD_SETTINGS, POLICIES_METADATA } from '../guard.tokens.ts';
import { handlersWith } from './handlers.ts';

/** Stops the start where a policy is given by a class that is no provider: its routes would answer 500. */
@Injectable()
export class PolicyChecks implements OnModuleInit {
  constructor(
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(ModuleRef) private readonly providers: ModuleRef,
    @Inject(GUARD_SETTINGS) private readonly settings: GuardSettings,
  ) {}

  onModuleInit(): void {
    const { policy } = this.settings;
    const given = policy === undefined ? [] : [policy];
    const find = policyLookup(this.providers);
    for (const source of new Set([...given, ...this.ofClasses(), ...this.ofMethods()])) find(source);
  }

  private ofClasses(): PolicySource[] {
    const holders = [...this.modules.values()].flatMap(({ controllers, providers }) =>
      [...controllers.values(), ...providers.values()].map(({ metatype }) => metatype),
    );
    return holders.flatMap((holder) => (typeof holder === 'function' ? policiesOn(holder) : []));
  }

  private ofMethods(): PolicySource[] {
    return (['controllers', 'providers'] as const).flatMap((of) =>
      handlersWith(POLICIES_METADATA, this.modules, of).flatMap(({ method }) => policiesOn(method)),
    );
  }
}

function policiesOn(holder: object): PolicySource[] {
  return (Reflect.getMetadata(POLICIES_METADATA, holder) ?? []) as PolicySource[];
}
