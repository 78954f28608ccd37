import {
  type Account,
  type Answer,
  type Application,
  authorizeUrl,
  call,
  decide,
  exchange,
  refresh,
  unique,
} from '../world/world';

interface Family {
  /** The last acknowledged refresh token. */
  token: string;
  /** Whether that token was sent once more without an answer. */
  inFlight: boolean;
}

interface Served {
  url: string;
}

/** How many families, of the last cycles, are checked after each end of a server. The last check covers all. */
const LATEST = 100;

class Refused extends Error {
  constructor(
    what: string,
    readonly answer: Answer<unknown>,
  ) {
    super(`${what}: ${answer.status} ${answer.text}`);
  }
}

async function succeed<Body>(what: string, calling: Promise<Answer<Body>>, status: number): Promise<Answer<Body>> {
  const answer = await calling;
  if (answer.status !== status) throw new Refused(what, answer);
  return answer;
}

/** A client under load that remembers which tokens and codes were acknowledged, and which outcomes it does not know. */
export class Acknowledged {
  readonly spentTokens: string[] = [];
  readonly spentCodes: string[] = [];
  readonly applications: Application[] = [];
  private families: Family[] = [];
  /** Checked again only at the end: checking all of them each time made every cycle slower. */
  private readonly earlierFamilies: Family[] = [];
  /** Acknowledged and not sent yet. */
  private readonly unspentCodes: string[] = [];
  /** Sent without an answer. */
  private readonly unansweredCodes = new Set<string>();
  private resting = false;

  constructor(
    private readonly account: Account,
    private readonly application: Application,
  ) {}

  /**
   * Runs callers (the first registers applications) until `more` tokens are spent, then calls `end`. @returns the error
   * answers. @throws on an earlier error, or where an answer is missing.
   */
  async useUntil(
    server: Served,
    { callers, more, end }: { callers: number; more: number; end: () => Promise<unknown> },
  ): Promise<Answer<unknown>[]> {
    const enough = this.spentTokens.length + more;
    const met: unknown[] = [];
    const users = Array.from({ length: callers }, (_, at) =>
      (at === 0 ? this.useConsole(server) : this.useTokens(server)).catch((error: unknown) => met.push(error)),
    );
    while (this.spentTokens.length < enough && met.length === 0) await call('GET', `${server.url}/health/live`);
    for (const error of met) throw error;
    await end();
    await Promise.all(users);
    return met.map(answerOf);
  }

  /** Repeats the flow with its refreshes until a call fails or `rest` is called. */
  async useTokens(server: Served): Promise<void> {
    for (let turn = 0; !this.resting; turn += 1) {
      const code = await this.obtainCode(server);
      if (turn % 3 === 1) this.unspentCodes.push(code);
      else await this.useCode(server, code);
    }
  }

  /** Registers applications until a call fails or `rest` is called. */
  async useConsole(server: Served): Promise<void> {
    const redirect_uris = this.application.redirect_uris;
    while (!this.resting) {
      const body = { name: unique(), redirect_uris };
      const path = `${server.url}/api/applications`;
      this.applications.push(
        (await succeed('registration', call<Application>('POST', path, { headers: this.account.session, body }), 201))
          .body,
      );
    }
  }

  /** Stops the running callers. */
  async rest(users: readonly Promise<unknown>[]): Promise<void> {
    this.resting = true;
    await Promise.all(users);
    this.resting = false;
  }

  /** Nothing acknowledged is lost, nothing spent is accepted, and an unknown outcome is one of two. */
  async assertNothingLost(server: Served): Promise<void> {
    const begun = await this.spendCodes(server);
    const living = await fewAtOnce(this.families, (family) => this.tryFamily(server, family));
    this.families = [...living.flat(), ...begun];
    this.earlierFamilies.push(...this.families.splice(0, this.families.length - LATEST));
  }

  /** The same for all families since the first cycle. */
  async assertNothingEverLost(server: Served): Promise<void> {
    this.families.unshift(...this.earlierFamilies.splice(0));
    await this.assertNothingLost(server);
  }

  /** Recently spent tokens are refused, and all registered applications exist. */
  async assertSpentAndKept(server: Served): Promise<void> {
    const tokens = await fewAtOnce(this.spentTokens.slice(-300), (token) => refresh(server, token));
    const codes = await fewAtOnce(this.spentCodes.slice(-300), (code) => exchange(server, this.application, code));
    expect([...tokens, ...codes].filter(({ body: { error } }) => error !== 'invalid_grant')).toEqual([]);
    const { body } = await call<{ items: Application[] }>('GET', `${server.url}/api/applications`, {
      headers: this.account.session,
    });
    const known = new Set(body.items.map(({ client_id }) => client_id));
    expect(this.applications.filter(({ client_id }) => !known.has(client_id))).toEqual([]);
  }

  private async obtainCode(server: Served): Promise<string> {
    const { headers } = { headers: this.account.session };
    const url = authorizeUrl(server, this.application);
    const { body } = await succeed('consent', call<{ sessionID: string }>('GET', url, { headers }), 200);
    const decision = await succeed('decision', decide(server, this.account, body.sessionID), 301);
    const code = new URL(decision.headers.get('location') ?? 'none:').searchParams.get('code');
    if (code === null) throw new Refused('decision without a code', decision);
    return code;
  }

  private async useCode(server: Served, code: string): Promise<void> {
    this.unansweredCodes.add(code);
    const { body } = await succeed('exchange', exchange(server, this.application, code), 200);
    this.unansweredCodes.delete(code);
    this.spentCodes.push(code);
    const family = { token: body.refresh_token, inFlight: false };
    this.families.push(family);
    for (let use = 0; use < 3; use += 1) await this.refreshOnce(server, family);
  }

  private async refreshOnce(server: Served, family: Family): Promise<void> {
    family.inFlight = true;
    const { body } = await succeed('refresh', refresh(server, family.token), 200);
    this.spentTokens.push(family.token);
    Object.assign(family, { token: body.refresh_token, inFlight: false });
  }

  private async spendCodes(server: Served): Promise<Family[]> {
    const unspent = this.unspentCodes.splice(0);
    const codes = await fewAtOnce(unspent, (code) => exchange(server, this.application, code));
    expect(codes.filter(({ status }) => status !== 200).map(({ status, text }) => ({ status, text }))).toEqual([]);
    // Either spent before or spent now; in both cases not again.
    const unanswered = [...this.unansweredCodes];
    await fewAtOnce(unanswered, (code) => exchange(server, this.application, code));
    this.unansweredCodes.clear();
    this.spentCodes.push(...unspent, ...unanswered);
    return codes.map(({ body }) => ({ token: body.refresh_token, inFlight: false }));
  }

  private async tryFamily(server: Served, { token, inFlight }: Family): Promise<Family[]> {
    const { status, body, text } = await refresh(server, token);
    // An unanswered use may have been carried out: then this is its replay.
    if (status !== 200)
      expect({ inFlight, error: body.error, text }).toMatchObject({ inFlight: true, error: 'invalid_grant' });
    if (status !== 200) return [];
    this.spentTokens.push(token);
    return [{ token: body.refresh_token, inFlight: false }];
  }
}

function answerOf(error: unknown): Answer<unknown> {
  if (!(error instanceof Refused)) throw error;
  return error.answer;
}

/** Thousands at once would get 503 from the server's bounded queue. */
async function fewAtOnce<Item, Outcome>(items: Item[], use: (item: Item) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < items.length; at += 50)
    outcomes.push(...(await Promise.all(items.slice(at, at + 50).map(use))));
  return outcomes;
}
