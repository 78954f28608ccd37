import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freshDir } from '@consentry/test-support/server/server';

/** A site that serves clients' metadata documents over TLS. */
export interface ClientSite {
  /** By path. */
  clientIdAt(path: string): string;
  /** A certificate file that the server must trust. */
  certificate: string;
  stop(): void;
}

/** @param documents by path: their members beside `client_id`. */
export async function startClientSite(documents: Record<string, object>): Promise<ClientSite> {
  const folder = freshDir();
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    ({ url: path = '' }, response) => {
      const document = { client_id: clientIdAt(path), ...documents[path] };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientIdAt = (path: string) => origin + path;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { clientIdAt, certificate, stop };
}
