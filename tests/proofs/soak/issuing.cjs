// Simulates accounts and applications through the repositories; HTTP would only be slower.
const { randomBytes } = require('node:crypto');
const { PasswordLimits } = require('../../../apps/auth-server/dist/model/accounts/passwords/password-limits.js');
const { CodeRepository } = require('../../../apps/auth-server/dist/model/codes/code.repository.js');
const { redemptionOn } = require('../../../apps/auth-server/dist/model/codes/redemption.engine.js');
const { ConsentRepository } = require('../../../apps/auth-server/dist/model/consents/consent.repository.js');
const { run } = require('../../../apps/auth-server/dist/platform/database/sql.js');
const { timeOrderedId } = require('../../../apps/auth-server/dist/platform/database/time-ordered-id.js');
const { GrantRepository } = require('../../../apps/auth-server/dist/model/grants/grant.repository.js');
const { SessionRepository } = require('../../../apps/auth-server/dist/model/sessions/session.repository.js');
const { rotationOn } = require('../../../apps/auth-server/dist/model/tokens/rotation.engine.js');

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const CLIENTS = 5;
const RESOURCE = 'https://notes.example';
const SCOPE = ['notes:read'];

const random = (below) => Math.floor(Math.random() * below);
const chance = (probability) => Math.random() < probability;
const hash = () => randomBytes(32).toString('hex');

/** The defaults of the settings. */
const TTL = { session: DAY / 2, consent: 5 * MINUTE, code: 10 * MINUTE, access: 14 * DAY, refresh: 90 * DAY };

/** What an authorization request may ask for besides. */
const NOT_ASKED = {
  responseMode: null,
  nonce: null,
  pushedRequest: null,
  signInDemand: null,
  sid: null,
  acr: null,
  dpopJkt: null,
  authorizationDetails: null,
  authTime: null,
};

class Issuing {
  constructor(units, clock, accounts) {
    this.units = units;
    this.clock = clock;
    this.accounts = accounts;
    this.passwordLimits = new PasswordLimits(units, clock);
    this.codes = new CodeRepository(units);
    this.redemption = redemptionOn(units);
    this.rotation = rotationOn(units, [{ url: RESOURCE, scopes: SCOPE.map((name) => ({ name })) }]);
    this.consents = new ConsentRepository(units);
    this.grants = new GrantRepository(units, clock);
    this.sessions = new SessionRepository(units);
    /** Families that are refreshed now and then. */
    this.regulars = [];
  }

  async populate() {
    const account = "INSERT INTO accounts (id, password_hash, created_at) VALUES (?, 'a hash', 1)";
    const client = `INSERT INTO clients (id, client_id, account_id, name, type, enabled, require_client_authentication,
      loopback_any_port, created_at) VALUES (?, ?, 'account 0', '', 'public', TRUE, FALSE, FALSE, 1)`;
    for (let first = 0; first < this.accounts; first += 1_000) {
      const last = Math.min(first + 1_000, this.accounts);
      await this.units.write(function* () {
        for (let at = first; at < last; at += 1) yield* run(account, `account ${at}`);
      });
    }
    await this.units.write(function* () {
      for (let at = 1; at <= CLIENTS; at += 1) yield* run(client, at, `client ${at}`);
    });
  }

  /** One authorization-code flow, and what happens around it. */
  async issue() {
    const accountId = `account ${random(this.accounts)}`;
    const clientId = 1 + random(CLIENTS);
    if (chance(0.1)) await this.failToSignIn();
    if (chance(0.3)) await this.signIn(accountId);
    if (chance(0.2)) await this.openConsent(accountId, clientId);
    const code = await this.approve(await this.openConsent(accountId, clientId));
    if (chance(0.05)) return;
    const id = await this.redeem(code);
    if (chance(0.1)) this.regulars.push({ id, clientId, generation: 0, due: this.clock.now() + 12 * DAY });
    if (chance(0.02)) await this.grants.end(code.grantId, accountId, 'an address');
  }

  /** Sends the refreshes that are due. */
  async refresh() {
    const now = this.clock.now();
    const due = this.regulars.filter((family) => family.due <= now);
    if (due.length === 0) return;
    this.regulars = this.regulars.filter((family) => family.due > now);
    await Promise.all(due.map((family) => this.rotate(family)));
  }

  async failToSignIn() {
    const address = [10, random(256), random(256), random(256)].join('.');
    await this.passwordLimits.count({ emailKey: hash(), address });
  }

  async signIn(id) {
    const now = this.clock.now();
    await this.sessions.begin(
      { id, proof: { passwordHash: 'a hash' } },
      { now, expiresAt: now + TTL.session },
      'an address',
      null,
      null,
    );
  }

  async openConsent(accountId, clientId) {
    const publicClientId = `client ${clientId}`;
    const consent = {
      hash: hash(),
      accountId,
      publicClientId,
      redirectUri: 'https://app.example/callback',
      scope: SCOPE,
    };
    const more = { resource: RESOURCE, state: hash(), codeChallenge: null, expiresAt: this.clock.now() + TTL.consent };
    await this.consents.open({ ...NOT_ASKED, ...consent, ...more });
    return { ...NOT_ASKED, ...consent, ...more, clientId };
  }

  async approve(consent) {
    const code = { hash: hash(), scope: SCOPE, expiresAt: this.clock.now() + TTL.code };
    const now = this.clock.now();
    // Signed in by a trusted issuer's token, so there is no session.
    const by = { signIn: { sessionId: null, authTime: now, acr: null }, address: 'an address', allowedWith: null };
    await this.consents.approve(consent, code, by, now);
    return this.codes.find(code.hash);
  }

  async redeem(code) {
    const now = this.clock.now();
    const id = timeOrderedId(now);
    const family = { id, dpopJkt: null, ...this.times(now) };
    const use = { hash: code.hash, now, isAbandoned: () => false };
    const { isFirst } = await this.redemption.redeem(use, family, (found) => ({ code: found, left: null }));
    // The account may have revoked the grant meanwhile.
    return isFirst ? id : null;
  }

  async rotate(family) {
    const now = this.clock.now();
    const token = { familyId: family.id, clientId: family.clientId, generation: family.generation };
    const by = { client: { scopes: SCOPE }, provenBy: 'credentials', proofKey: null, address: 'an address' };
    const use = { token, ...by, scope: null, now, isAbandoned: () => false };
    const { outcome } = await this.rotation.rotate(use, this.times(now), (facts) => facts);
    if (outcome !== 'rotated' || chance(0.4)) return;
    this.regulars.push({ ...family, generation: family.generation + 1, due: now + 12 * DAY });
  }

  times(now) {
    return { expiresAt: now + TTL.refresh, accessExpiresAt: now + TTL.access };
  }
}

module.exports = { CLIENTS, Issuing };
