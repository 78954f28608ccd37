/** By which a client may sign: asymmetric ones only, a secret that both sides know proves nothing to a third. */
export const CLIENT_SIGNATURE_ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
  'EdDSA',
  'Ed25519',
];
