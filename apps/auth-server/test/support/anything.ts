/** Any text, where one is expected. */
export const anyText = expect.any(String) as string;

/** Any text that fits. */
export const textLike = (pattern: RegExp) => expect.stringMatching(pattern) as string;
