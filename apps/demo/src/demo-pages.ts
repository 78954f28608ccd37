import { type Html, document, markup } from './html';
import type { Answer } from './flows';

export interface Places {
  authUrl: string;
  baseUrl: string;
  /** The application whose login people use; `null`: they have passwords at `authUrl`. */
  appUrl: string | null;
  /** Where the demo account stands. */
  credentialsFile: string;
}

/** What the application shows before it is connected. */
export function startPage(places: Places): string {
  const { authUrl, baseUrl } = places;
  return document(
    'It would like to read and write your notes',
    markup`<p>
        Think of it as somebody else's application. The notes are kept by the service at <code>${baseUrl}</code>;
        you decide whether it may read them at <code>${authUrl}</code>.
      </p>
      <p><a class="button" href="/connect">Connect my notes</a></p>
      <p>
        ${wayIn(places)} Then you allow it or not, and come back here.
      </p>`,
  );
}

function wayIn({ appUrl, credentialsFile }: Places): Html {
  const file = markup`<code>${credentialsFile}</code>`;
  return appUrl === null
    ? markup`There you sign in: create an account, or use the demo's, which owns this application and is in ${file}.`
    : markup`It takes you to the login of <code>${appUrl}</code>: the email and password of its one user are in ${file}.`;
}

/** The redirect URI: what an authorization response carries (RFC 6749 §4.1.2). */
export function callbackPage(parameters: URLSearchParams, isOwn: boolean): string {
  if (parameters.has('error')) return refusedPage(parameters);
  if (!parameters.has('code'))
    return document(
      'Nothing has arrived',
      markup`<p>This is its redirect URI: browsers come here with a code once the user has allowed access. ${START}</p>`,
    );
  return document('A code has arrived', markup`${rows(parameters)} ${isOwn ? NEXT : NOT_OURS}`);
}

/** Shows no command to paste with a parameter in it, as any website can link here. */
const rows = (parameters: URLSearchParams): Html =>
  markup`<dl>${[...parameters].map(([name, value]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`;

const START = markup`<a href="/">Start here.</a>`;

const NEXT = markup`<p>
    <code>state</code> is the one that this browser was sent away with, so this is the answer to its own request. The
    code alone is useless: the application exchanges it with its secret and the verifier of its request. It works once,
    within ten minutes.
  </p>
  <form method="post" action="/exchange"><button class="button">Exchange it for tokens</button></form>`;

const NOT_OURS = markup`<p>
  <code>state</code> is not one that this browser was sent away with, so the application leaves the code alone: it may
  be the answer to somebody else's request. In the transcript it is the shell that compares it, and step 4 of the
  transcript exchanges the code. ${START}
</p>`;

const refusedPage = (parameters: URLSearchParams): string =>
  document(
    parameters.get('error') === 'access_denied' ? 'You said no' : 'The auth server refused',
    markup`${rows(parameters)}
      <p>Nothing was allowed. A real application tells its user so, and works without the access.</p>
      <p><a class="button" href="/connect">Ask again</a></p>`,
  );

/** What the tokens are, and what they get. */
export function notesPage(tokens: Answer, notes: Answer | null, { authUrl, baseUrl }: Places): string {
  const facts = tokens.body as Record<string, unknown>;
  if (notes === null)
    return document(
      'The exchange was refused',
      markup`<pre>${JSON.stringify(tokens.body, null, 2)}</pre>
        <p>A code works once. <a href="/connect">Connect again.</a></p>`,
    );
  return document(
    notes.status === 200 ? 'It can reach your notes' : 'It can no longer reach your notes',
    markup`<p><code>GET ${baseUrl}/notes</code> answered <code>${String(notes.status)}</code>:</p>
      <pre>${JSON.stringify(notes.body, null, 2)}</pre>
      ${notes.status === 200 ? ADD : markup`<p><a class="button" href="/connect">Connect again</a></p>`}
      <h2>What arrived</h2>
      <dl>
        ${Object.keys(facts).map(
          (name) =>
            markup`<dt>${name}</dt>
              <dd>${fact(name, facts[name])}</dd>`,
        )}
      </dl>
      <h2>What you can do</h2>
      <p>
        At <a href="${authUrl}/account/apps">${authUrl}/account/apps</a> remove the access, then reload this page:
    the service refuses the token within a second.
      </p>`,
  );
}

const ADD = markup`<form method="post" action="/notes"><button class="button">Write a note</button></form>`;

/** Tokens stay on the server; of the access token, what it says (RFC 9068). */
function fact(name: string, value: unknown): Html {
  if (name === 'access_token')
    return markup`kept here. It says:
      <pre>${claimsOf(String(value))}</pre>`;
  if (name === 'refresh_token') return markup`kept here. It gets new tokens, once, without asking you.`;
  if (name === 'expires_in') return markup`${String(value)}: seconds for which the access token is valid`;
  return markup`<code>${String(value)}</code>`;
}

function claimsOf(jwt: string): string {
  const payload = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
  return JSON.stringify(JSON.parse(payload), null, 2);
}
