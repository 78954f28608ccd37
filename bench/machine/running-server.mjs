import { createServer } from 'node:net';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { hasEnded, startNode, stopChild } from './children.mjs';
import { makeDatabase } from './postgres.mjs';
import { cpuMicrosOf, rssOf } from './process-cost.mjs';

const SERVER_CORE = 0;
const READY_WITHIN = 30_000;

/** A measured server with its process and folder. */
export class RunningServer {
  static async start(definition, { server, dataDir, postgresUrl }) {
    const dir = join(dataDir, definition.name);
    mkdirSync(dir, { recursive: true });
    const database = definition.database === 'postgres' ? await makeDatabase(postgresUrl) : null;
    const port = await findFreePort();
    const running = new RunningServer(definition, { server, dir, port, database });
    try {
      return await running.#run();
    } catch (error) {
      await running.stop();
      throw error;
    }
  }

  constructor(definition, { server, dir, port, database }) {
    this.definition = definition;
    this.name = definition.name;
    this.server = server;
    this.dir = dir;
    this.port = port;
    this.database = database;
    this.log = join(dir, 'server.log');
    /** The flows that V8 has compiled. */
    this.warmFor = new Set();
  }

  async #run() {
    const { definition, server, dir, port, log } = this;
    const context = { server, dir, port, databaseUrl: this.database?.url };
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...definition.env(context) };
    const begun = performance.now();
    this.child = startNode(definition.args(context), { core: SERVER_CORE, env, stdio: log });
    await this.#waitUntilReady();
    this.readyAfter = performance.now() - begun;
    this.rssAtReady = this.rss();
    return this;
  }

  /** Restarts it on its data. */
  async restart() {
    await stopChild(this.child);
    return this.#run();
  }

  cpuMicros = () => cpuMicrosOf(this.child.pid);

  rss = () => rssOf(this.child.pid);

  /** Stops it; after a crash, throws its last output. */
  async stop() {
    if (this.child.exitCode !== null)
      console.error(`${this.name} ended with ${this.child.exitCode}. ${this.#lastWords()}`);
    await stopChild(this.child);
    await this.database?.drop();
  }

  async #waitUntilReady() {
    const begun = performance.now();
    while (performance.now() - begun < READY_WITHIN) {
      if (hasEnded(this.child)) break;
      const answer = await fetch(`http://127.0.0.1:${this.port}${this.definition.ready}`).catch(() => null);
      if (answer?.ok) return;
      await pause(5);
    }
    throw new Error(`${this.name} did not become ready. ${this.#lastWords()}`);
  }

  #lastWords() {
    return `Its log ends with:\n${readFileSync(this.log, 'utf8').slice(-2_000)}`;
  }
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
