import {
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  timingSafeEqual,
} from 'node:crypto';

export const ACCESS_TOKEN_TTL = 1_209_600;

const macKey = createSecretKey(randomBytes(32));
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SIGNING = { key: privateKey, dsaEncoding: 'ieee-p1363' };

const base64url = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = base64url({ alg: 'ES256', typ: 'at+jwt', kid: 'limit' });

/** RFC 9068. */
export function signAccessToken({ accountId, clientId, familyId }, now) {
  const iat = Math.floor(now / 1000);
  const claims = {
    iss: 'http://127.0.0.1',
    sub: accountId,
    aud: 'http://localhost:3001',
    client_id: clientId,
    scope: 'notes:read notes:write',
    iat,
    exp: iat + ACCESS_TOKEN_TTL,
    jti: randomUUID(),
    fam: familyId,
  };
  const text = `${HEADER}.${base64url(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), SIGNING).toString('base64url')}`;
}

const CONTENT = 16 + 6;
const macOf = (content) => createHmac('sha256', macKey).update('refresh').update(content).digest();

export function formatRefreshToken({ familyId, generation }) {
  const content = Buffer.alloc(CONTENT);
  content.write(familyId.replaceAll('-', ''), 'hex');
  content.writeUIntBE(generation, 16, 6);
  return Buffer.concat([content, macOf(content)]).toString('base64url');
}

/** @returns the content of a refresh token, or `null`. */
export function parseRefreshToken(token) {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== CONTENT + 32) return null;
  const content = bytes.subarray(0, CONTENT);
  if (!timingSafeEqual(bytes.subarray(CONTENT), macOf(content))) return null;
  const hex = content.toString('hex', 0, 16);
  const familyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { familyId, generation: content.readUIntBE(16, 6) };
}
