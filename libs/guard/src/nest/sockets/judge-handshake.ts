import type { ProvenRequest } from '../possession.ts';
import type { Admission } from './handshake-context.ts';
import type { SocketEnd } from './open-sockets.ts';

/** Asks the guards of all gateways on a server; the tokens that let the client in. Rejects with what a guard throws. */
export type JudgeHandshake = (client: object) => Promise<readonly Admission[]>;

/** From now on the socket ends with its token. */
export function keepAdmitted(
  client: object,
  call: ProvenRequest | undefined,
  admissions: readonly Admission[],
  end: SocketEnd,
): void {
  for (const { token, sockets } of admissions) sockets.keep(client, call ?? {}, token, end);
}
