import type { ModuleRef } from '@nestjs/core';

import type { AccessPolicy, PolicySource } from './access-policy.ts';

/** The instance of a policy that was given by its class. Throws an Error that names the class and what to do. */
export function policyLookup(modules: ModuleRef): (source: PolicySource) => AccessPolicy {
  return (source) => {
    if (typeof source !== 'function') return source;
    try {
      return modules.get(source, { strict: false });
    } catch (cause) {
      throw new Error(`The policy ${source.name} must be a provider of a module, in the default scope`, { cause });
    }
  };
}
