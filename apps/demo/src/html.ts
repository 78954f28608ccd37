import { createHash } from 'node:crypto';

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;overflow-wrap:anywhere}',
  'h1{line-height:1.2}dt{font-weight:600;margin-top:.75rem}dd{margin:0}code,pre{font-family:ui-monospace,monospace}',
  'pre{overflow:auto;padding:.75rem;border:1px solid #8886;border-radius:6px}',
  '.button{display:inline-block;font:inherit;padding:.6rem 1.2rem;border:0;border-radius:6px;background:#5b21b6;color:#fff;text-decoration:none;cursor:pointer}',
  '.app{color:#5b21b6;font-weight:600}@media(prefers-color-scheme:dark){.app{color:#c4b5fd}}',
].join('');

/** Nothing but this style sheet, and forms to the application itself. */
export const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Markup that is safe to send. */
export class Html {
  constructor(readonly text: string) {}
}

/** Escapes what is filled in, but for markup made by it. */
export function markup(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const filled = values.map((value) =>
    typeof value === 'string'
      ? escape(value)
      : [value]
          .flat()
          .map((part) => part.text)
          .join(''),
  );
  return new Html(parts.map((part, at) => part + (filled[at] ?? '')).join(''));
}

export function document(title: string, body: Html): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${STYLE}</style>`;
  const { text } = markup`<title>${title} · Demo application</title>
    <p class="app">The demo application</p>
    <h1>${title}</h1>
    ${body}`;
  return `<!doctype html><html lang="en">${head}${text}</html>\n`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
