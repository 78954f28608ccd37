export { type TestClaims } from './test-claims.ts';
export { TestClock } from './test-clock.ts';
export { TestIssuer, type TestIssuerOptions } from './test-issuer.ts';
