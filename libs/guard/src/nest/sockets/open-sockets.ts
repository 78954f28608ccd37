import { authorizationOf } from '../../bearer/authorization-header.ts';
import type { ChallengeSettings } from '../../bearer/challenge.ts';
import { credentialsOf } from '../../bearer/credentials.ts';
import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import type { TokenWatch } from '../../verify/token-watch.ts';
import { BearerError } from '../bearer.error.ts';
import type { ProvenRequest } from '../possession.ts';

export interface SocketEnd {
  close(error: BearerError): void;
  onClosed(listener: () => void): void;
}

/** The sockets that tokens opened: each is closed when its token expires or is taken back. */
export class OpenSockets {
  private readonly closers = new WeakMap<object, (error: BearerError) => void>();

  constructor(
    private readonly watch: TokenWatch,
    private readonly settings: ChallengeSettings,
  ) {}

  /** Once for each socket, however many calls it makes. */
  keep(socket: object, call: ProvenRequest, token: VerifiedAccessToken, end: SocketEnd): void {
    const text = credentialsOf(authorizationOf(call))?.token;
    if (text === undefined || this.closers.has(socket)) return;
    const stop = this.watch.watch(text, token, (fault) => end.close(new BearerError(fault, this.settings)));
    this.closers.set(socket, (error) => {
      stop();
      end.close(error);
    });
    end.onClosed(stop);
  }

  /** Closes a socket before the watch sees that its token ended. False for a socket that no token opened. */
  close(socket: object, error: BearerError): boolean {
    const close = this.closers.get(socket);
    close?.(error);
    return close !== undefined;
  }
}
