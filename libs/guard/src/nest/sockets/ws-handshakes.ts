import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import { REQUEST_TOKEN } from '../guard.tokens.ts';
import type { ProvenRequest } from '../possession.ts';
import { endOf, type WsClient } from './client-socket.ts';
import type { Admission } from './handshake-context.ts';
import { refusedHandshake } from './handshake-refusal.ts';
import { type JudgeHandshake, keepAdmitted } from './judge-handshake.ts';
import { callOfSocket, noteCall, shareCall } from './socket-call.ts';

type Done = (verified: boolean, status?: number, body?: string, headers?: Readonly<Record<string, string>>) => void;

interface UpgradeRequest extends ProvenRequest {
  readonly headers: ProvenRequest['headers'] & { readonly 'sec-websocket-protocol'?: string };
  [REQUEST_TOKEN]?: VerifiedAccessToken;
}

interface Upgrade {
  readonly req: UpgradeRequest;
}

/** A server of the package ws; its options are read at each handshake. */
export interface WsServer {
  readonly options: {
    verifyClient?: ((upgrade: Upgrade, done: Done) => unknown) | null;
    handleProtocols?: ((offered: Set<string>, request: UpgradeRequest) => string | false) | null;
  };
  handleUpgrade: unknown;
  on(event: 'connection', listener: (client: WsClient, request: UpgradeRequest) => void): unknown;
}

/** Browsers cannot set headers of a WebSocket: they offer the token as a subprotocol, which is never chosen. */
const TOKEN_PROTOCOL = 'bearer.';

/** Notes the handshake of each socket, by which its messages are judged. Before any handler of the application. */
export function noteWs(server: WsServer): void {
  const { options } = server;
  const { handleProtocols } = options;
  options.handleProtocols = (offered, request) => {
    const others = new Set([...offered].filter((protocol) => !protocol.startsWith(TOKEN_PROTOCOL)));
    if (handleProtocols) return handleProtocols.call(options, others, request);
    return others.values().next().value ?? false;
  };
  server.on('connection', (client, request) => {
    noteUpgrade(request);
    shareCall(request, client);
    if (request[REQUEST_TOKEN]) Object.assign(client, { [REQUEST_TOKEN]: request[REQUEST_TOKEN] });
  });
}

/** Judges each handshake before there is a socket: a client that is refused gets an HTTP answer (RFC 6455 §4.2.2). */
export function guardWs(server: WsServer, judge: JudgeHandshake): void {
  const admitted = new WeakMap<object, readonly Admission[]>();
  const { verifyClient } = server.options;
  server.options.verifyClient = (upgrade, done) => {
    const decide = () => {
      noteUpgrade(upgrade.req);
      judge(upgrade.req).then(
        (admissions) => {
          admitted.set(upgrade.req, admissions);
          done(true);
        },
        (error: unknown) => refuse(error, done),
      );
    };
    askHost(verifyClient, upgrade, done, decide);
  };
  server.on('connection', (client, request) => {
    const admissions = admitted.get(request);
    if (admissions) keepAdmitted(client, callOfSocket(request), admissions, endOf(client));
    else client.close(1008, 'Unauthorized');
  });
}

/** A host's own `verifyClient` is asked first, in either of its forms. */
function askHost(own: WsServer['options']['verifyClient'], upgrade: Upgrade, done: Done, decide: () => void): void {
  if (!own) return decide();
  if (own.length === 2) return void own(upgrade, (verified, ...more) => (verified ? decide() : done(false, ...more)));
  return own(upgrade, done) ? decide() : done(false);
}

function refuse(error: unknown, done: Done): void {
  const { status, body, headers } = refusedHandshake(error);
  done(false, status, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
}

function noteUpgrade(request: UpgradeRequest): void {
  if (callOfSocket(request)) return;
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((protocol) => protocol.trim()) ?? [];
  const tokens = offered.filter((protocol) => protocol.startsWith(TOKEN_PROTOCOL));
  noteCall(
    request,
    request,
    tokens.map((protocol) => `Bearer ${protocol.slice(TOKEN_PROTOCOL.length)}`),
  );
}
