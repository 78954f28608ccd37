import { createHash } from 'node:crypto';
import { Reply } from '../../http/answers/reply';
import type { AuthorizationResponse } from '../../protocol/request/authorization-response';
import { isPlainHost } from '../../protocol/text/web-uri';

const SCRIPT = 'document.forms[0].submit()';
const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * A page that posts an authorization response to the client (OAuth 2.0 Form Post Response Mode §2); where scripts do
 * not run, at a click. It may post to the client alone, and runs no script but its own.
 */
export function formPostPage({ redirectUri, parameters }: AuthorizationResponse): Reply {
  const fields = Object.entries(parameters).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Back to the application</title></head>
<body><form method="post" action="${escape(redirectUri)}">
${fields.join('\n')}
<button>Continue</button>
</form><script>${SCRIPT}</script></body></html>
`;
  return new Reply(200, page, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src ${SCRIPT_SOURCE}; form-action ${sourceOf(redirectUri)}; frame-ancestors 'none'; base-uri 'none'`,
  });
}

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/**
 * Where the form may go, as a policy names it; it knows no address in brackets and no path of another scheme. A host
 * that was registered before such were refused may hold a `;`, which would begin a directive of its own.
 */
function sourceOf(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri);
  const isNamed = /^https?:$/.test(protocol) && !host.startsWith('[') && isPlainHost(hostname);
  return isNamed ? `${protocol}//${host}` : protocol;
}
