/** Keeps this process from doing anything for so many milliseconds, as one is kept by others or by its machine's sleep. */
export const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
