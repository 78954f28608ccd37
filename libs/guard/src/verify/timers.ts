/** Runs tasks later; tests replace it. */
export interface Timers {
  /** Runs a task once after so many milliseconds. Returns what cancels it. */
  after(milliseconds: number, task: () => void): () => void;
}

/** The answer, or rejects with an Error after so many milliseconds. */
export function within<T>(answer: Promise<T>, milliseconds: number, timers: Timers): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(milliseconds, () => reject(new Error(`no answer in ${milliseconds} ms`)));
    answer.then(resolve, reject).finally(cancel);
  });
}

/** The process's timers; none of them keeps a process alive. */
export const systemTimers: Timers = {
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
