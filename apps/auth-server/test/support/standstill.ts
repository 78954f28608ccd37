/** Blocks this process, like a busy CPU or a sleeping machine. */
export const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
