// Verifies tokens by the built library, keeps the text of one of them, and prints whose signatures are in a heap snapshot.
require('reflect-metadata');
const { Buffer } = require('node:buffer');
const { generateKeyPairSync, sign } = require('node:crypto');
const { readFileSync, rmSync } = require('node:fs');
const { createServer } = require('node:http');
const { writeHeapSnapshot } = require('node:v8');
const { NestFactory } = require('@nestjs/core');
const { GuardModule } = require('@consentry/guard');

const [, , file] = process.argv;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwks = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] });
const server = createServer((request, response) => {
  if (request.url.endsWith('jwks.json')) response.end(jwks);
  else response.writeHead(404).end();
});

function mint(issuer, at) {
  const iat = Math.floor(Date.now() / 1_000);
  const names = { sub: 'ada', client_id: 'app', jti: `token-number-${at}` };
  const claims = { iss: issuer, aud: 'https://notes.example.com', ...names, iat, exp: iat + 600 };
  const text = `${encode({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k' })}.${encode(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
}

/** Its signature's bytes, which no search for text finds. */
const signatureOf = (token) => Buffer.from(token.split('.')[2], 'base64url');

async function verifyAll(verifier, issuer) {
  const signatures = [];
  for (let at = 0; at < 20; at++) {
    const token = mint(issuer, at);
    await verifier.verify(token);
    signatures.push(signatureOf(token));
    if (at === 0) globalThis.kept = Buffer.from(token).toString();
  }
  return signatures;
}

server.listen(0, '127.0.0.1', async () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const options = { issuer, audience: 'https://notes.example.com', revocations: false };
  const app = await NestFactory.createApplicationContext(GuardModule.forRoot(options), { logger: false });
  const signatures = await verifyAll(app.get(Symbol.for('@consentry/guard:verifier')), issuer);
  globalThis.gc();
  writeHeapSnapshot(file);
  const heap = readFileSync(file, 'latin1');
  rmSync(file);
  const found = signatures.map((signature) => heap.includes(signature.toString('base64url')));
  console.log(JSON.stringify({ found, claims: signatures.map((_, at) => heap.includes(`token-number-${at}`)) }));
  process.exit();
});
