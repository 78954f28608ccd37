import { performance } from 'node:perf_hooks';
import { Connection } from './connection.mjs';
import { spread } from './spread.mjs';
import { askOwnToken, exchange, refresh } from './tokens.mjs';

/** Connections for preparing codes and chains. */
const PREPARING = 16;

/** One server in the load: its applications, signed-in accounts, codes and refresh chains. */
export class Target {
  #connections = [];
  #applications = [];
  #people = [];
  #codes = [];
  #families = [];
  #operation = null;

  constructor(driver, port) {
    this.driver = driver;
    this.port = port;
  }

  /** @returns an access token, for the report. */
  async setUp({ applications }) {
    const [connection] = await this.#open(1);
    for (let number = 0; number < applications; number += 1)
      this.#applications.push(await this.driver.register(connection, number));
    await this.#signIn(1);
    return (await this.#flow(connection, 0, 0)).accessToken;
  }

  /** Everything unmeasured: connections, sign-ins, codes, chains. */
  async prepare({ flow, connections, operations, families }) {
    const preparing = Math.max(connections, PREPARING);
    await this.#open(preparing);
    await this.#signIn(preparing);
    this.#codes = [];
    if (flow === 'exchange') await this.#makeCodes(operations);
    if (flow === 'refresh') await this.#beginFamilies(Math.max(families, connections));
    await this.#open(connections);
    await this.#beAccepted();
    this.#operation = this.#operations[flow];
  }

  /** @returns {Promise<object>} times in milliseconds. */
  async run({ operations }) {
    const latencies = new Float64Array(operations);
    const begun = performance.now();
    await spread(this.#connections, operations, async (connection, slot, number) => {
      const asked = performance.now();
      await this.#operation(connection, slot, number);
      latencies[number] = performance.now() - asked;
    });
    const milliseconds = performance.now() - begun;
    latencies.sort();
    const percentile = (share) => latencies[Math.min(operations - 1, Math.floor(operations * share))];
    return { operations, milliseconds, p50: percentile(0.5), p99: percentile(0.99), worst: percentile(1) };
  }

  close() {
    return this.#open(0);
  }

  #applicationOf(number) {
    return this.#applications[number % this.#applications.length];
  }

  #authorize(connection, number, person) {
    return this.driver.authorize(connection, this.#applicationOf(number), person);
  }

  /** Each connection has its own account, so that no two decide for one at a time. */
  #flow = async (connection, slot, number) => {
    const code = await this.#authorize(connection, number, this.#people[slot]);
    return exchange(connection, this.#applicationOf(number), code);
  };

  #exchange = (connection) => {
    const { application, code } = this.#codes.pop();
    return exchange(connection, application, code);
  };

  /** Connections take turns through their own chains, so that none is used twice at a time. */
  #turns = [];

  #refresh = async (connection, slot) => {
    const step = this.#connections.length;
    const turn = this.#turns[slot] ?? slot;
    this.#turns[slot] = turn + step < this.#families.length ? turn + step : slot;
    const family = this.#families[turn];
    const { refreshToken } = await refresh(connection, family.application, family.refreshToken);
    family.refreshToken = refreshToken;
  };

  #askOwnToken = (connection, slot, number) => askOwnToken(connection, this.#applicationOf(number));

  #operations = {
    flow: this.#flow,
    exchange: this.#exchange,
    refresh: this.#refresh,
    client_credentials: this.#askOwnToken,
  };

  /** libuv accepts one connection per turn: of many that are busy from the start, the last would wait for seconds. */
  #beAccepted() {
    return Promise.all(this.#connections.map((connection) => connection.request('GET', '/no-such-page')));
  }

  async #makeCodes(count) {
    await spread(this.#connections, count, async (connection, slot, number) => {
      const code = await this.#authorize(connection, number, this.#people[slot]);
      this.#codes.push({ application: this.#applicationOf(number), code });
    });
  }

  async #beginFamilies(wanted) {
    const have = this.#families.length;
    await spread(this.#connections, wanted - have, async (connection, slot, added) => {
      const number = have + added;
      const code = await this.#authorize(connection, number, this.#people[slot]);
      const application = this.#applicationOf(number);
      const { refreshToken } = await exchange(connection, application, code);
      this.#families.push({ application, refreshToken });
    });
  }

  async #signIn(count) {
    while (this.#people.length < count) {
      const number = this.#people.length;
      this.#people.push(await this.driver.signIn(this.#connections[0], `person-${number}`));
    }
  }

  async #open(count) {
    for (const connection of this.#connections.splice(count)) connection.close();
    while (this.#connections.length < count) this.#connections.push(new Connection(this.port));
    await Promise.all(this.#connections.map((connection) => connection.open()));
    this.#turns = [];
    return this.#connections;
  }
}
