import { parentPort, workerData } from 'node:worker_threads';

/** To the server, from the thread that runs the operator's module. */
export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'unusable'; problem: string }
  /** The thread is not blocked. */
  | { kind: 'begun'; id: number }
  | { kind: 'answered'; id: number; text: string }
  | { kind: 'failed'; id: number; problem: string };

type Answering = (request: unknown) => unknown;

const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

async function run(url: string): Promise<void> {
  const answer = answeringOf((await import(url)) as Record<string, unknown>);
  if (answer === null) return tell({ kind: 'unusable', problem: 'exports no function as default or claims' });
  parentPort?.on('message', ({ id, request }: { id: number; request: unknown }) => {
    tell({ kind: 'begun', id });
    void answerTo(answer, id, request);
  });
  tell({ kind: 'ready' });
}

async function answerTo(answer: Answering, id: number, request: unknown): Promise<void> {
  try {
    const text = JSON.stringify(await answer(request)) as string | undefined;
    tell(text === undefined ? { kind: 'failed', id, problem: 'it returned nothing' } : { kind: 'answered', id, text });
  } catch (error) {
    // Its message may hold what the module knows of the account.
    tell({ kind: 'failed', id, problem: `it threw ${error instanceof Error ? error.name : 'no Error'}` });
  }
}

/** Finds the function in an ES or a CommonJS module, also one that was compiled to it. */
function answeringOf(exported: Record<string, unknown>): Answering | null {
  const inner = exported['default'] as Record<string, unknown> | undefined;
  const candidates = [exported['claims'], inner, inner?.['claims'], inner?.['default']];
  return (candidates.find((candidate) => typeof candidate === 'function') as Answering | undefined) ?? null;
}

const { url } = workerData as { url: string };
run(url).catch((error: unknown) =>
  tell({ kind: 'unusable', problem: `cannot be loaded: ${error instanceof Error ? error.message : 'it threw'}` }),
);
