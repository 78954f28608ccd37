export { ApiGuarded, type ApiGuardedOptions } from './api-guarded.decorator.ts';
export { addGuardSecurity, type GuardSecurity } from './guard-security.ts';
