export const anyText = expect.any(String) as string;

export const textLike = (pattern: RegExp) => expect.stringMatching(pattern) as string;
