import type { Call } from './calls';

/** The option of curl that authenticates the caller, by the name of the security scheme. */
const PROOFS: Readonly<Record<string, string>> = {
  session: '-H "Authorization: Bearer $SESSION_TOKEN"',
  access: '-H "Authorization: Bearer $ACCESS_TOKEN"',
  registration: '-H "Authorization: Bearer $REGISTRATION_TOKEN"',
  client: '-u "$CLIENT_ID:$CLIENT_SECRET"',
};

const JSON_TYPE = 'application/json';

/**
 * The call by curl, with its example as the body, and variables of the shell for the rest.
 *
 * @param base what stands before the paths of the document
 * @returns `null` where only a browser makes the call
 */
export function commandFor(call: Call, base: string): string | null {
  const [caller] = call.callers;
  const proof = caller === undefined ? undefined : PROOFS[caller];
  if (caller !== undefined && proof === undefined) return null;
  const parts = [
    `curl -sS${call.method === 'GET' ? '' : ` -X ${call.method}`} "${addressOf(call, base)}"`,
    ...(proof === undefined ? [] : [proof]),
    ...bodyOf(call),
  ];
  return parts.join(' \\\n  ');
}

function addressOf({ path, fields }: Call, base: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name));
  const query = fields.filter(({ place, isNeeded }) => place === 'query' && isNeeded);
  const text = query.map(({ name }) => `${name}=${variable(name)}`).join('&');
  return base + filled + (text === '' ? '' : `?${text}`);
}

function bodyOf({ takes, fields, example }: Call): string[] {
  const needed = fields.filter(({ place, isNeeded }) => place === 'body' && isNeeded);
  if (takes.length === 0 || (example === undefined && needed.length === 0)) return [];
  if (takes.includes(JSON_TYPE)) {
    const body = example ?? Object.fromEntries(needed.map(({ name }) => [name, '…']));
    return [`-H 'Content-Type: ${JSON_TYPE}'`, `-d ${inQuotes(JSON.stringify(body))}`];
  }
  if (example !== undefined)
    return Object.entries(example).map(([name, value]) => `--data-urlencode ${inQuotes(`${name}=${String(value)}`)}`);
  return needed.map(({ name }) => `--data-urlencode "${name}=${variable(name)}"`);
}

const variable = (name: string) => `$${name.toUpperCase()}`;

const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
