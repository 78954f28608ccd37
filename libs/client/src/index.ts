export { AccessRevokedError, IssuerUnavailableError, SignInFailedError, SignInNeededError } from './client.errors.ts';
export type { ClientOptions } from './client.options.ts';
export { ConsentryClientModule } from './nest/client.module.ts';
export { ConsentryClient, type SignIn } from './nest/consentry-client.ts';
export type { PendingSignIn } from './pending-sign-in.ts';
export { renewSessionId } from './session-id.ts';
export type { Clock } from './tokens/clock.ts';
export { MemoryTokenStore } from './tokens/memory-token-store.ts';
export type { StoredEntry, TokenStore } from './tokens/token-store.ts';
