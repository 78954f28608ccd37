const STRING_OR_BRACKET = /"[^"\\]*(?:\\.[^"\\]*)*"\s*:?|[{}[\]]/g;

/**
 * The names of a JSON object's own members as they stand in its text, twins included: `JSON.parse` shows the last
 * twin alone.
 *
 * @param json text that `JSON.parse` takes.
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
