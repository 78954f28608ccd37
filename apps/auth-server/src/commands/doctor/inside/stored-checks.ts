import { accessTokenChain } from '../../../model/keys/signing/chain-settings';
import { isKeyOf } from '../../../model/keys/master-key';
import { keysOf } from '../../../protocol/signing/key-chain';
import { PROCESS_LAG, announcedKey, signingKey } from '../../../protocol/signing/key-schedule';
import { isLoopbackRedirectHost, isLoopbackUrl } from '../../../protocol/text/loopback';
import { isUrl } from '../../../protocol/text/is-url';
import { type Check, type Finding, failure, skipped, some, unknown, warning, well } from '../check';
import type { InsideFacts } from './inside-facts';
import type { StoredFacts, StoredRedirectUri } from './stored-facts';

const KEYS = 'how-to/rotate-keys.md: Look, and rotate ahead of time';
const DAY = 86_400_000;
const YEAR = 365 * DAY;
/** Seconds that a rotation may be late: servers look every few. */
const LATE = 3_600;
const MANY_REVOCATIONS = 100_000;

/** A check of rows. */
const of = (facts: InsideFacts, read: (stored: StoredFacts) => Finding) =>
  facts.stored === null ? unknown('the database cannot be read') : read(facts.stored);

export const STORED_CHECKS: readonly Check<InsideFacts>[] = [
  {
    id: 'master-key',
    title: "the master key is the database's",
    clause: 'production.md: The master key',
    run: (facts) =>
      of(facts, ({ masterKeyCheck }) => {
        const { masterKey } = facts.files;
        if (masterKeyCheck === null) return unknown('no server has run on the database');
        if (masterKey === null)
          return failure('master.key cannot be read, and MASTER_KEY is not set', 'put the copy back');
        if (isKeyOf(masterKey, masterKeyCheck)) return well();
        return failure('it belongs to another database', 'provide the right MASTER_KEY or master.key');
      }),
  },
  {
    id: 'private-files',
    title: "only the server's user can access its files",
    clause: 'how-to/systemd.md: The unit',
    run({ files: { open } }) {
      if (open.length === 0) return well();
      return failure(`others may use ${some(open)}`, 'chmod 700 the folder, 600 the files');
    },
  },
  {
    id: 'key-rotation',
    title: 'signing keys are replaced on time',
    clause: KEYS,
    run: (facts) =>
      of(facts, ({ keys }) => {
        const { settings, now } = facts;
        const chain = accessTokenChain(settings);
        const own = keysOf(keys, chain);
        const signing = signingKey(own, chain, now);
        if (signing === undefined) return failure('there is no signing key', 'start the server');
        const due = signing.signsFrom + (chain.rotation - chain.announce + LATE) * 1000;
        const isLate = now > due && announcedKey(own, chain, now) === undefined;
        const since = `it has signed since ${new Date(signing.signsFrom).toISOString()}`;
        if (isLate)
          return failure(
            `${since}, and no other is announced`,
            'npm run keys -- rotate, and check the log of the server',
          );
        if (chain.rotation * 1000 <= YEAR) return well(since);
        return warning(`KEY_ROTATION is ${Math.round(chain.rotation / 86_400)} days`, 'leave it unset: 90 days');
      }),
  },
  {
    id: 'published-keys',
    title: 'the JWKS has the signing key and no compromised key',
    clause: KEYS,
    run: (facts) =>
      of(facts, ({ keys }) => {
        const { settings, now, published } = facts;
        if (published === null) return unknown('the JWKS could not be fetched');
        const compromised = keys.filter(({ compromisedAt, kid }) => compromisedAt !== null && published.includes(kid));
        if (compromised.length > 0)
          return failure(
            `compromised: ${some(compromised.map(({ kid }) => kid))}`,
            'make sure that no proxy caches the JWKS, and restart the server',
          );
        const chain = accessTokenChain(settings);
        const signing = signingKey(keysOf(keys, chain), chain, now - PROCESS_LAG * 1000);
        if (signing === undefined || published.includes(signing.kid)) return well();
        return failure(
          `${signing.kid} is missing`,
          'DATABASE_URL or DATA_DIR here differs from that of the server that answers',
        );
      }),
  },
  {
    id: 'background-jobs',
    title: 'a process runs the background jobs',
    clause: 'how-to/postgresql.md: Keep the replicas right',
    run: (facts) =>
      of(facts, ({ leaseUntil }) => {
        if (leaseUntil === null) return unknown('none has run yet: run the doctor again a minute after the start');
        if (leaseUntil > facts.now) return well();
        const since = new Date(leaseUntil).toISOString();
        return failure(
          `none since ${since}: expired rows are not deleted`,
          'run the doctor again a minute after the start; check the log of the server',
        );
      }),
  },
  {
    id: 'old-secrets',
    title: 'no client secret is older than a year',
    clause: 'RFC 9700 §2.5',
    run: (facts) =>
      of(facts, ({ secrets }) => {
        const old = secrets.filter(({ createdAt }) => facts.now - createdAt > YEAR).map(({ clientId }) => clientId);
        if (old.length === 0) return well();
        return warning(
          `of ${some([...new Set(old)])}`,
          'create a second secret in the console, switch the application to it, delete the old one',
        );
      }),
  },
  {
    id: 'refresh-with-secret',
    title: 'applications with a secret send it with every refresh',
    clause: 'RFC 6749 §6',
    run: (facts) =>
      of(facts, ({ withoutAuthentication }) => {
        if (facts.settings.securityProfile !== null || withoutAuthentication.length === 0) return well();
        return warning(
          `a refresh token alone is enough for ${some(withoutAuthentication)}`,
          'set "Require the secret on every refresh" (require_client_authentication) in the console, once they send it',
        );
      }),
  },
  {
    id: 'revocation-list',
    title: 'services start with a short list of revocations',
    clause: 'revocation.md: For operators',
    run: (facts) =>
      of(facts, ({ revocations }) => {
        if (revocations <= MANY_REVOCATIONS) return well();
        return warning(
          `it has ${revocations} entries, more than ${MANY_REVOCATIONS}: each service reads all when it starts`,
          'check the events to see what ends so often; with a shorter ACCESS_TOKEN_TTL entries are removed sooner',
        );
      }),
  },
  {
    id: 'redirect-uris',
    title: 'every redirect URI leads to its application',
    clause: 'RFC 9700 §4.1.3',
    run: (facts) =>
      of(facts, ({ redirectUris }) => {
        const smells = redirectUris.flatMap((each) => {
          const smell = smellOf(each, isLoopbackUrl(facts.settings.issuer));
          const owner = `"${each.name}" (${each.clientId})`;
          return smell === null ? [] : [{ ...smell, text: `${each.uri} of ${owner}: ${smell.why}` }];
        });
        const bad = smells.filter(({ isBad }) => isBad);
        const texts = (bad.length > 0 ? bad : smells).map(({ text }) => text);
        const cure = 'let its developer change it in the console, or switch the application off';
        if (texts.length === 0) return well();
        return bad.length > 0 ? failure(some(texts), cure) : warning(some(texts), cure);
      }),
  },
  {
    id: 'backups',
    title: 'the last backup is at most a day old, opens with the master key and is stored apart from it',
    clause: 'how-to/back-up-and-restore.md: Every night',
    run: ({ backups, now }) => {
      if (backups === null) return skipped('no folder was given: --backups <folder>');
      const { folder, fault, newest, hasMasterKey } = backups;
      const cure = 'run the backup every night, and find out why it did not run';
      if (fault !== null) return unknown(`${folder}: ${fault}`);
      if (newest === null) return failure(`there is no backup in ${folder}`, cure);
      if (now - newest.madeAt > NIGHTLY)
        return failure(`${newest.file} is from ${new Date(newest.madeAt).toISOString()}`, cure);
      if (newest.problem !== null)
        return failure(`${newest.file}: ${newest.problem}`, 'keep the old master key for older backups');
      if (!newest.isPrivate)
        return failure(`others may read ${newest.file}`, 'umask 077 before the backup, chmod 600 the file');
      if (hasMasterKey) return failure(`there is a master key in ${folder}`, 'keep it in another place');
      return well(`from ${new Date(newest.madeAt).toISOString()}`);
    },
  },
];

/** A day, and two hours for the backup itself. */
const NIGHTLY = DAY + 7_200_000;

/** RFC 8252 §7.1, §8.3 and §8.4. A client that no developer here registered fails only by what is never right. */
function smellOf(
  { uri, clientType, origin }: StoredRedirectUri,
  isServerLocal: boolean,
): { why: string; isBad: boolean } | null {
  if (uri.includes('*')) return { why: 'a wildcard', isBad: true };
  if (uri.includes('#')) return { why: 'a fragment', isBad: true };
  if (!isUrl(uri)) return { why: 'no URL', isBad: true };
  const { protocol, hostname, username } = new URL(uri);
  if (username !== '') return { why: 'a user name before the host', isBad: true };
  if (protocol === 'https:') return null;
  if (protocol === 'http:' && !isLoopbackRedirectHost(hostname))
    return { why: 'http, and not on loopback', isBad: true };
  if (origin !== 'console') return null;
  if (protocol !== 'http:')
    return protocol.includes('.') ? null : { why: 'a scheme without a dot, which any app may claim', isBad: false };
  // Beside a server on the same machine, loopback is where applications are developed.
  if (isServerLocal) return null;
  if (hostname === 'localhost')
    return { why: 'localhost may be another machine: use 127.0.0.1 or [::1]', isBad: false };
  return clientType === 'public' ? null : { why: 'loopback, for a client with a secret', isBad: false };
}
