// Whether a deployed auth server answers as its callers need it, by plain HTTP. Changes nothing there.
//   node smoke-test.mjs https://auth.example.com [a guarded URL of a service …]
// A certificate of your own authority: NODE_EXTRA_CA_CERTS=ca.pem. Ends with 0, or with 1 if a check fails.
const [address = '', ...services] = process.argv.slice(2);
const issuer = address.replace(/\/$/, '');

class Failure extends Error {
  constructor(what, cure) {
    super(what);
    this.cure = cure;
  }
}

async function get(url, headers = {}) {
  const reached = fetch(url, { redirect: 'manual', headers, signal: AbortSignal.timeout(10_000) });
  return reached.catch(({ message, cause }) => {
    const code = cause?.code ?? message;
    const isTls = /CERT|SSL|TLS|SELF_SIGNED|SIGNATURE/.test(code);
    throw new Failure(
      `${url} cannot be reached: ${code}`,
      isTls
        ? 'let the proxy send its full chain for this host name; for your own certificate authority set NODE_EXTRA_CA_CERTS'
        : 'check that DNS points to the proxy, that the proxy runs, and that no firewall blocks port 443',
    );
  });
}

async function getJson(url) {
  const answer = await get(url, { accept: 'application/json' });
  if (answer.status !== 200)
    throw new Failure(
      `${url} answers ${answer.status}`,
      'check that the proxy passes every path on to the auth server',
    );
  return answer.json().catch(() => {
    throw new Failure(`${url} does not answer with JSON`, 'check that the proxy sends this host to the auth server');
  });
}

/** Where metadata of an issuer with a path are: RFC 8414 §3.1. */
function metadataUrl() {
  const { origin, pathname } = new URL(issuer);
  return `${origin}/.well-known/oauth-authorization-server${pathname === '/' ? '' : pathname}`;
}

const HEALTH_CURES = {
  502: 'the proxy cannot reach the server: check that it runs and listens where the proxy expects it',
  503: 'the server runs, but its database does not answer: check its log',
};

const CHECKS = {
  'the server and its database are ready': async () => {
    const url = `${issuer}/health/ready`;
    const { status } = await get(url);
    if (status !== 200)
      throw new Failure(`${url} answers ${status}`, HEALTH_CURES[status] ?? 'check the log of the server');
  },
  'the metadata names this issuer': async () => {
    const { issuer: named } = await getJson(metadataUrl());
    if (named !== issuer)
      throw new Failure(
        `it names ${named}, not ${issuer}`,
        'set AUTH_URL to the address that callers use, without a trailing slash',
      );
  },
  'the key set has only public keys': async () => {
    const { jwks_uri: url } = await getJson(metadataUrl());
    const { keys = [] } = await getJson(url);
    if (keys.length === 0)
      throw new Failure(`${url} has no key`, 'check the log of the server: it creates the first key when it starts');
    if (keys.some(({ d, k }) => d !== undefined || k !== undefined))
      throw new Failure(`${url} has a private key`, 'stop this server: an auth server never publishes one');
  },
  'an unknown application is refused, and browsers are not sent to its address': async () => {
    const { authorization_endpoint: endpoint } = await getJson(metadataUrl());
    const query = { response_type: 'code', client_id: 'smoke-test', redirect_uri: 'https://smoke-test.invalid/' };
    const { status, headers } = await get(`${endpoint}?${new URLSearchParams(query)}`, { accept: 'application/json' });
    if (status !== 400)
      throw new Failure(
        `${endpoint} answers ${status} ${headers.get('location') ?? ''}`,
        'check that the proxy passes on queries',
      );
  },
  'browsers use only HTTPS': async () => {
    if (new URL(issuer).protocol !== 'https:') return 'this is not an https URL';
    const { headers } = await get(`${issuer}/health/ready`);
    const [, seconds = 0] = /max-age=(\d+)/.exec(headers.get('strict-transport-security')) ?? [];
    if (Number(seconds) < 1)
      throw new Failure(
        'answers have no Strict-Transport-Security',
        'add it in the proxy, as nginx.conf and nginx-site.conf do',
      );
    return undefined;
  },
};

for (const url of services)
  CHECKS[`${url} requires an access token`] = async () => {
    const { status, headers } = await get(url);
    const challenge = headers.get('www-authenticate');
    if (status === 401 && /^(Bearer|DPoP)\b/.test(challenge)) return;
    throw new Failure(
      status === 401
        ? `it answers 401 with the challenge ${challenge}`
        : `it answers ${status} to a call without a token`,
      status === 404
        ? 'use a URL that the service has'
        : 'guard the route with @consentry/guard, and let the proxy pass WWW-Authenticate',
    );
  };

async function run() {
  let failed = 0;
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      const skipped = await check();
      console.log(skipped === undefined ? `ok       ${name}` : `skipped  ${name}: ${skipped}`);
    } catch (error) {
      failed += 1;
      console.log(
        `FAILED   ${name}\n         cause: ${error.message}\n         cure: ${error.cure ?? 'this is a bug in the smoke test'}`,
      );
    }
  }
  console.log(failed === 0 ? 'All checks passed.' : `${failed} of ${Object.keys(CHECKS).length} checks failed.`);
  return failed === 0 ? 0 : 1;
}

if (URL.canParse(issuer)) process.exitCode = await run();
else {
  console.error('Usage: node smoke-test.mjs https://auth.example.com [a guarded URL of a service …]');
  process.exitCode = 1;
}
