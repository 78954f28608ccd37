import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { StartError } from '../../platform/config/settings-error';
import type { ClaimsRequest } from '../../protocol/token/claims-request';
import { ClaimsProblem } from '../../protocol/token/own-claims';
import { CLAIMS_TIMEOUT, type ClaimsSource } from './claims-source';
import type { ThreadMessage } from './claims-thread';

const THREAD = join(__dirname, 'claims-thread.js');

/** Milliseconds for the module to load. */
const LOAD_TIMEOUT = 10_000;

interface Asked {
  /** Where the thread has the request, and has not begun with it. */
  waitsFor: Worker | null;
  settle: (answer: string | Error) => void;
}

/** `CLAIMS_FILE`: the module runs in a thread of its own, so that its errors and loops stop no other request. */
export class ClaimsFile implements ClaimsSource {
  private thread: Promise<Worker> | null = null;
  private readonly asked = new Map<number, Asked>();
  private lastId = 0;

  private constructor(private readonly path: string) {}

  /** @throws StartError if the module cannot be used. */
  static async load(path: string): Promise<ClaimsFile> {
    const file = new ClaimsFile(path);
    try {
      await file.running();
    } catch (error) {
      throw new StartError(`CLAIMS_FILE ${JSON.stringify(path)} ${(error as Error).message}`, {
        cause: error,
        help: 'claims-file',
      });
    }
    return file;
  }

  ask(request: ClaimsRequest): Promise<string> {
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(id), CLAIMS_TIMEOUT);
      const settle = (answer: string | Error) => {
        clearTimeout(timer);
        this.asked.delete(id);
        if (typeof answer === 'string') resolve(answer);
        else reject(answer);
      };
      this.asked.set(id, { waitsFor: null, settle });
      this.running().then((thread) => this.send(id, request, thread), settle);
    });
  }

  close(): void {
    void this.thread?.then(stop, () => undefined);
  }

  private send(id: number, request: ClaimsRequest, thread: Worker): void {
    const asked = this.asked.get(id);
    if (asked === undefined) return;
    asked.waitsFor = thread;
    thread.postMessage({ id, request });
  }

  /** A thread that did not even begin in time is blocked, and may stay so: the next request starts another one. */
  private giveUp(id: number): void {
    const asked = this.asked.get(id);
    if (asked?.waitsFor != null) stop(asked.waitsFor);
    asked?.settle(new ClaimsProblem(`it took longer than ${CLAIMS_TIMEOUT} ms`));
  }

  private async running(): Promise<Worker> {
    try {
      this.thread ??= this.begin();
    } catch (error) {
      throw new ClaimsProblem('could not be given a thread', error);
    }
    return this.thread;
  }

  private begin(): Promise<Worker> {
    const thread = new Worker(THREAD, { workerData: { url: pathToFileURL(this.path).href } });
    thread.unref();
    return new Promise((resolve, reject) => {
      let isOver = false;
      const end = (problem: string) => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        this.thread = null;
        stop(thread);
        reject(new ClaimsProblem(problem));
        for (const { settle } of this.asked.values()) settle(new ClaimsProblem(problem));
      };
      const timer = setTimeout(() => end('took too long to load'), LOAD_TIMEOUT);
      thread.on('message', (message: ThreadMessage) => {
        if (message.kind === 'unusable') return end(message.problem);
        if (message.kind !== 'ready') return this.hear(message);
        clearTimeout(timer);
        resolve(thread);
      });
      thread.on('error', () => end('stopped because of an uncaught error'));
      thread.on('exit', () => end('ended'));
    });
  }

  private hear(message: Exclude<ThreadMessage, { kind: 'ready' | 'unusable' }>): void {
    const asked = this.asked.get(message.id);
    if (asked === undefined) return;
    if (message.kind === 'begun') asked.waitsFor = null;
    else asked.settle(message.kind === 'answered' ? message.text : new ClaimsProblem(message.problem));
  }
}

function stop(thread: Worker): void {
  void thread.terminate();
}
