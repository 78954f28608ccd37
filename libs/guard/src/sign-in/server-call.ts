import { boundedText } from '../verify/bounded-text.ts';
import { isJsonObject, type JsonObject } from '../verify/token/strict-json.ts';

const TIMEOUT = 5_000;
const MAX_BYTES = 65_536;

export interface ServerAnswer {
  readonly status: number;
  /** Empty where the body is no JSON object. */
  readonly body: JsonObject;
}

/** Posts one field. Rejects with an Error for the log: unreachable, slower than 5 s. No redirects: they carry it elsewhere. */
export async function postField(url: string, name: string, value: string): Promise<ServerAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ [name]: value }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  return { status: response.status, body: parsed(await boundedText(response, MAX_BYTES)) };
}

function parsed(text: string): JsonObject {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) ? body : {};
  } catch {
    return {};
  }
}

/** An answer that is no good, for the log. */
export function describeAnswer({ status, body }: ServerAnswer): string {
  const { error, error_description: description, detail } = body;
  const said = [description, detail, error].find((one) => typeof one === 'string');
  return said === undefined ? `it answered with ${status}` : `it answered with ${status}: ${said}`;
}
