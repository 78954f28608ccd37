import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal.mjs';
import { ACCESS_TOKEN_TTL, formatRefreshToken, parseRefreshToken, signAccessToken } from './tokens.mjs';

const CODE_TTL = 600_000;
const REFRESH_TOKEN_TTL = 90 * 86_400_000;

const sha256 = (text) => createHash('sha256').update(text);
const CLIENT = {
  id: 'benchmark',
  secretHash: sha256('benchmark-secret-benchmark-secret-benchmark').digest(),
};

const statements = new WeakMap();

function statementsOf({ db }) {
  if (!statements.has(db))
    statements.set(db, {
      issue: db.prepare('INSERT INTO codes VALUES (?, ?, ?, ?, ?, NULL, NULL)'),
      find: db.prepare('SELECT * FROM codes WHERE hash = ?'),
      redeem: db.prepare(
        'UPDATE codes SET redeemed_at = ?, family_id = ? WHERE hash = ? AND redeemed_at IS NULL AND expires_at > ?',
      ),
      begin: db.prepare('INSERT INTO families VALUES (?, ?, 0, ?, NULL)'),
      rotate: db.prepare(`UPDATE families SET generation = generation + 1, expires_at = ?
        WHERE id = ? AND generation = ? AND revoked_at IS NULL AND expires_at > ? RETURNING account_id`),
      end: db.prepare('UPDATE families SET revoked_at = ? WHERE id = ? AND generation > ? AND revoked_at IS NULL'),
      endOf: db.prepare(`UPDATE families SET revoked_at = ?
        WHERE id = (SELECT family_id FROM codes WHERE hash = ?) AND revoked_at IS NULL`),
    });
  return statements.get(db);
}

function authenticate({ client_id: clientId, client_secret: secret = '' }) {
  if (clientId !== CLIENT.id || !timingSafeEqual(sha256(secret).digest(), CLIENT.secretHash))
    throw new Refusal('invalid_client', 401);
}

/** For the load: a code without consent. */
export async function issueCode(units, { redirect_uri: redirectUri, code_challenge: challenge }) {
  const code = randomBytes(32).toString('base64url');
  const { issue } = statementsOf(units);
  const values = [sha256(code).digest('hex'), randomUUID(), redirectUri, challenge, Date.now() + CODE_TTL];
  await units.write(() => issue.run(...values));
  return { code };
}

/** RFC 6749 §4.1.3 with RFC 7636 §4.6: checks what the code is bound to, then its single use. */
export async function redeem(units, form) {
  authenticate(form);
  const { find, redeem: spend, begin, endOf } = statementsOf(units);
  const { code = '', redirect_uri: redirectUri, code_verifier: verifier = '' } = form;
  const now = Date.now();
  const hash = sha256(code).digest('hex');
  const row = find.get(hash);
  if (row === undefined || row.expires_at <= now || row.redirect_uri !== redirectUri)
    throw new Refusal('invalid_grant');
  if (sha256(verifier).digest('base64url') !== row.code_challenge) throw new Refusal('invalid_grant');
  const familyId = timeOrderedId(now);
  const isFirst = await units.write(() => {
    const { changes } = spend.run(now, familyId, hash, now);
    if (changes === 1) begin.run(familyId, row.account_id, now + REFRESH_TOKEN_TTL);
    else endOf.run(now, hash);
    return changes === 1;
  });
  if (!isFirst) throw new Refusal('invalid_grant');
  return tokens(row.account_id, familyId, 0, now);
}

/** RFC 6749 §6 with rotation (RFC 9700 §4.14.2): the database alone judges single use. */
export async function rotate(units, form) {
  authenticate(form);
  const { rotate: spend, end } = statementsOf(units);
  const token = parseRefreshToken(form.refresh_token ?? '');
  if (token === null) throw new Refusal('invalid_grant');
  const now = Date.now();
  const { familyId, generation } = token;
  const row = await units.write(() => {
    const rotated = spend.get(now + REFRESH_TOKEN_TTL, familyId, generation, now);
    if (rotated === undefined) end.run(now, familyId, generation);
    return rotated;
  });
  if (row === undefined) throw new Refusal('invalid_grant');
  return tokens(row.account_id, familyId, generation + 1, now);
}

/** RFC 6749 §4.4: nothing is written. */
export async function issueOwn(units, form) {
  authenticate(form);
  return {
    access_token: signAccessToken({ accountId: CLIENT.id, clientId: CLIENT.id }, Date.now()),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_TTL,
    scope: 'notes:read',
  };
}

const tokens = (accountId, familyId, generation, now) => ({
  access_token: signAccessToken({ accountId, clientId: CLIENT.id, familyId }, now),
  token_type: 'Bearer',
  expires_in: ACCESS_TOKEN_TTL,
  refresh_token: formatRefreshToken({ familyId, generation }),
  scope: 'notes:read notes:write',
});

/** UUID version 7: random keys are slow at millions of rows. */
function timeOrderedId(now) {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
