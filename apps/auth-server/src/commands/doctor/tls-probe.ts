import { type ConnectionOptions, type TLSSocket, connect } from 'node:tls';
import { type Prober, serverName, spell } from './prober';

export interface TlsFacts {
  /** Why the certificate is not trusted, or there is no TLS at all. */
  fault: string | null;
  /** Until when the certificate is valid, in epoch milliseconds. */
  validUntil: number | null;
  /** Whether TLS 1.0 or 1.1 is spoken; `null`: this machine cannot try. */
  takesOld: boolean | null;
}

const TIMEOUT = 10_000;

/** OpenSSL offers TLS 1.0 and 1.1 at security level 0 only. */
const OLD = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

/** What the host of an https URL says in TLS handshakes. */
export async function probeTls(url: URL, prober: Prober): Promise<TlsFacts> {
  const [present, old] = await Promise.all([shake(url, prober, {}), shake(url, prober, OLD)]);
  if (typeof present === 'string') return { fault: present, validUntil: null, takesOld: null };
  const isUntried = typeof old === 'string' && /no protocols available|unsupported protocol version/i.test(old);
  return { ...present, takesOld: isUntried ? null : typeof old !== 'string' };
}

/** @returns why there is no connection, or what is known of it. */
function shake(url: URL, prober: Prober, options: ConnectionOptions): Promise<string | Omit<TlsFacts, 'takesOld'>> {
  return new Promise((resolve) => {
    const give = (answer: string | Omit<TlsFacts, 'takesOld'>) => {
      resolve(answer);
      socket.destroy();
    };
    const all = { ...prober.placeOf(url), ...serverName(url), rejectUnauthorized: false, ...options };
    const socket: TLSSocket = connect(all, () => give(factsOf(socket)));
    socket.setTimeout(TIMEOUT, () => give(`no answer within ${TIMEOUT / 1000} seconds`));
    socket.on('error', (error) => give(spell(error)));
  });
}

function factsOf(socket: TLSSocket): Omit<TlsFacts, 'takesOld'> {
  const { authorized, authorizationError } = socket;
  const until = Date.parse(socket.getPeerCertificate().valid_to);
  return {
    fault: authorized ? null : String(authorizationError),
    validUntil: Number.isNaN(until) ? null : until,
  };
}
