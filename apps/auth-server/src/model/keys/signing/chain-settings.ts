import type { Settings } from '../../../platform/config/settings';
import { ID_TOKEN_TTL } from '../../../protocol/token/id-token-claims';
import type { KeyChain } from '../../../protocol/signing/key-chain';

/** The chain of the keys that sign access tokens. */
export const accessTokenChain = ({ accessTokenAlg, keys }: Settings): KeyChain => ({
  purpose: 'access_token',
  alg: accessTokenAlg,
  ...keys,
});

/** Seconds: the longest life of a token signed by the chain's keys. */
export const tokenTtlOf = ({ purpose }: Pick<KeyChain, 'purpose'>, { ttl }: Settings) =>
  purpose === 'id_token' ? ID_TOKEN_TTL : ttl.accessToken;
