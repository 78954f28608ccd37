// Of the container: whether its server is ready. Exit code 0 or 1, and the reason on standard error.
import { get } from 'node:http';

/** Milliseconds, fewer than the image's own limit, which would hide the reason. */
const TIMEOUT = 4_000;

const { AUTH_URL, HOST, PORT } = process.env;
const issuer = new URL(AUTH_URL || 'http://localhost:3000');
const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST || '127.0.0.1';
const port = PORT || issuer.port || (issuer.protocol === 'https:' ? 443 : 80);
const prefix = issuer.pathname.replace(/\/$/, '');
const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}${prefix}/health/ready`;

function fail(reason) {
  console.error(`not ready: ${address}: ${reason}`);
  process.exitCode = 1;
}

// Not `fetch`, which refuses some ports.
const request = get(address, { agent: false, timeout: TIMEOUT }, (response) => {
  response.resume();
  if (response.statusCode !== 200) fail(`it answered ${response.statusCode}`);
});
request.on('timeout', () => request.destroy(new Error(`no answer in ${TIMEOUT / 1_000} seconds`)));
request.on('error', (error) => fail(error.message || error.code));
