import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freshDir } from './server';

/** A client's site that serves its metadata document over TLS. */
export interface ClientSite {
  clientId: string;
  /** A certificate file that the server must trust. */
  certificate: string;
  stop(): void;
}

/** @param metadata the document's members beside `client_id`. */
export async function startClientSite(metadata: Record<string, unknown>): Promise<ClientSite> {
  const folder = freshDir();
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ client_id: clientId, ...metadata }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const clientId = `https://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { clientId, certificate, stop };
}
