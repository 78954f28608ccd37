import type { JSX } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';
import type { MailText } from '../../model/accounts/mails/account-mail-texts';
import type { ShownLink } from '../../platform/config/brand-links';
import type { Theme, Themed } from '../../platform/config/brand-tokens';

interface Look {
  /** Of the server, as its operator calls it. */
  name: string;
  colors: ReadonlyMap<string, Themed>;
  links: readonly ShownLink[];
  language: string;
}

/** Mail programs know no variables. */
const sheetOf = ({ colors }: Look) => `
body { margin: 0; padding: 24px 12px; font: 16px/1.5 system-ui, sans-serif; }
.mail { max-width: 560px; margin: 0 auto; padding: 24px; border: 1px solid; border-top-width: 4px; border-radius: 8px; }
.mail p { margin: 0 0 16px; overflow-wrap: anywhere; }
.mail .name { font-weight: 600; }
.mail h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; }
.mail .code { font-size: 28px; font-weight: 600; letter-spacing: 4px; }
.foot { max-width: 560px; margin: 16px auto 0; font-size: 14px; text-align: center; }
.foot a { margin: 0 8px; }
${colorsIn('light', colors)}
@media (prefers-color-scheme: dark) {
${colorsIn('dark', colors)}
}
`;

function colorsIn(theme: Theme, colors: Look['colors']): string {
  const of = (token: string) => colors.get(token)![theme];
  return `body { background: ${of('--bg')}; color: ${of('--text')}; }
.mail { background: ${of('--surface')}; border-color: ${of('--line')}; border-top-color: ${of('--brand')}; }
.name, a { color: ${of('--brand-text')}; }`;
}

/** The HTML part of a mail: what its text says, and nothing that would be fetched from elsewhere. */
export const mailHtml = (mail: MailText, look: Look): string =>
  `<!doctype html>${renderToStaticMarkup(<MailDocument mail={mail} look={look} />)}`;

const MailDocument = ({ mail: { subject, text }, look }: { mail: MailText; look: Look }): JSX.Element => (
  <html lang={look.language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{subject}</title>
      <style dangerouslySetInnerHTML={{ __html: sheetOf(look) }} />
    </head>
    <body>
      <div class="mail" role="main">
        <p class="name">{look.name}</p>
        <h1>{subject}</h1>
        {text
          .trim()
          .split(/\n\n+/)
          .map((paragraph) => (
            <Paragraph key={paragraph} text={paragraph} />
          ))}
      </div>
      {look.links.length > 0 && (
        <div class="foot" role="contentinfo">
          {look.links.map(({ label, url }) => (
            <a key={url} href={url}>
              {label}
            </a>
          ))}
        </div>
      )}
    </body>
  </html>
);

/** A link and a code each have a paragraph of their own; a link shows where it leads. */
const Paragraph = ({ text }: { text: string }) => {
  if (/^https?:\/\/\S+$/.test(text))
    return (
      <p>
        <a href={text}>{text}</a>
      </p>
    );
  return <p class={/^\d{6}$/.test(text) ? 'code' : undefined}>{text}</p>;
};
