/** Looks until it is so, however slow each look is. @throws if a look that began `ms` after the first still says otherwise */
export async function becomesSo(isSo: () => Promise<boolean>, ms: number): Promise<void> {
  const since = performance.now();
  for (;;) {
    const isLast = performance.now() - since > ms;
    if (await isSo()) return;
    if (isLast) throw new Error(`is not so ${ms} ms later`);
  }
}
