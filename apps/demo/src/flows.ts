import { createHash, randomBytes } from 'node:crypto';

/** What was answered to a call of the application. */
export interface Answer {
  status: number;
  body: unknown;
}

/** What the application keeps of one browser: never sent to it. */
export interface Flow {
  readonly state: string;
  /** RFC 7636 §4.1: its hash goes with the request, itself with the code. */
  readonly verifier: string;
  code?: string | undefined;
  /** Of the exchange. */
  tokens?: Answer;
}

const MOST = 100;
const COOKIE = 'demo_application';
const random = () => randomBytes(32).toString('base64url');

export const challengeOf = ({ verifier }: Flow) => createHash('sha256').update(verifier).digest('base64url');

/** The flows of the application's visitors, in memory; the oldest are forgotten. */
export class Flows {
  private readonly byId = new Map<string, Flow>();

  /** @returns the flow, and the cookie by which its browser is known again. */
  begin(): { flow: Flow; cookie: string } {
    const [id, flow] = [random(), { state: random(), verifier: random() }];
    this.byId.set(id, flow);
    for (const oldest of this.byId.keys()) if (this.byId.size > MOST) this.byId.delete(oldest);
    return { flow, cookie: `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax` };
  }

  /** @param cookies the header `Cookie`. */
  find(cookies = ''): Flow | undefined {
    const id = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(cookies)?.[1];
    return id === undefined ? undefined : this.byId.get(id);
  }
}
