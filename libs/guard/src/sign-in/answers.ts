import type { Clock } from '../verify/clock.ts';
import { describeFailure } from '../verify/failure-text.ts';
import type { BridgeSettings } from './bridge.settings.ts';
import { describeAnswer, postField, type ServerAnswer } from './server-call.ts';
import { Stop } from './stop.ts';

/** Seconds, the most that the auth server takes. */
const LIFETIME = 60;

/** A request that is over has a way on for its browser as well. */
const LED_ON = [200, 409];

/** Tells the auth server who is signed in, from server to server. */
export class Answers {
  constructor(
    private readonly settings: BridgeSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * Where the auth server wants the browser. Rejects with a `Stop`.
   *
   * @param nonce the id of the request.
   */
  async send(nonce: string, said: Readonly<Record<string, unknown>>): Promise<string> {
    const { issuer, server, ownIssuer, key } = this.settings;
    const iat = Math.floor(this.clock.now() / 1_000);
    const frame = { iss: ownIssuer, aud: issuer, iat, exp: iat + LIFETIME, nonce };
    const answer = await this.post(`${server}/oauth2/sign-in/answers`, key.sign('sign-in+jwt', { ...said, ...frame }));
    if (!LED_ON.includes(answer.status)) throw refusalOf(answer);
    const { redirect_to: to } = answer.body;
    // Whatever answers there must not lead people to another site.
    if (typeof to !== 'string' || !to.startsWith(`${issuer}/`))
      throw new Stop('refused', `the auth server answered ${answer.status} with no redirect_to below ${issuer}/`);
    return to;
  }

  private async post(url: string, answer: string): Promise<ServerAnswer> {
    try {
      return await postField(url, 'answer', answer);
    } catch (error) {
      throw new Stop('unavailable', `the auth server cannot be reached at ${url}: ${describeFailure(error)}`);
    }
  }
}

function refusalOf(answer: ServerAnswer): Stop {
  const isForNow = answer.status === 503 || answer.status === 429;
  return new Stop(
    isForNow ? 'unavailable' : 'refused',
    `the auth server does not accept the answer: ${describeAnswer(answer)}`,
  );
}
