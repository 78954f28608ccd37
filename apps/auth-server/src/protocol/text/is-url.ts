/**
 * Whether it is an absolute URL. Not `URL.canParse`: once V8 has optimized a call of it, Node 20 takes letters such as
 * `ü` for malformed bytes, and says no.
 */
export function isUrl(text: string): boolean {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}
