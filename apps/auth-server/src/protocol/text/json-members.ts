const STRING_OR_BRACKET = /"[^"\\]*(?:\\.[^"\\]*)*"\s*:?|[{}[\]]/g;

/**
 * With duplicates, of which `JSON.parse` keeps only the last.
 *
 * @param json valid JSON.
 */
export function memberNames(json: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token] of json.matchAll(STRING_OR_BRACKET)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && token.endsWith(':')) names.push(JSON.parse(token.slice(0, -1)) as string);
  }
  return names;
}
