import { EventEmitter, once } from 'node:events';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../server/ports';
import type { TestServer } from '../server/server';
import { within } from './within';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  /** '' for a mail without. */
  html: string;
  /** As it was received. */
  raw: string;
}

/** A mail server that takes every mail, on a free port of 127.0.0.1. */
export class Mailbox {
  readonly mails: ReceivedMail[] = [];
  private readonly news = new EventEmitter();
  private server!: SMTPServer;
  port!: number;
  /** How many it refuses from now on, each by this code. */
  refusal: { code: number; count: number } | null = null;

  async start(): Promise<this> {
    this.port = await freePort();
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (auth, _session, done) => done(null, { user: auth.username }),
      onRcptTo: (address, _session, done) => done(this.refuse(address.address)),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          this.keep(session.envelope.rcptTo[0]!.address, Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server.server, 'listening');
    return this;
  }

  stop = () => new Promise<void>((resolve) => this.server.close(() => resolve()));

  get env() {
    return { MAIL_URL: `smtp://mailer:s3cret@127.0.0.1:${this.port}`, MAIL_FROM: 'Consentry <no-reply@example.com>' };
  }

  /** The next mail to the address that no test has taken; waits for it. */
  next = (to: string) => within(this.find(to), `a mail to ${to}`);

  private async find(to: string): Promise<ReceivedMail> {
    for (;;) {
      const at = this.mails.findIndex((mail) => mail.to.toLowerCase() === to.toLowerCase());
      if (at >= 0) return this.mails.splice(at, 1)[0]!;
      await once(this.news, 'mail');
    }
  }

  private refuse(to: string): Error | null {
    if (this.refusal === null || this.refusal.count === 0) return null;
    this.refusal.count -= 1;
    this.news.emit('refused');
    return Object.assign(new Error(`no mail for ${to} now`), { responseCode: this.refusal.code });
  }

  private keep(to: string, raw: string): void {
    this.mails.push({ to, raw, ...parsed(raw) });
    this.news.emit('mail');
  }
}

/** The mails that a server without `MAIL_URL` wrote, oldest first. */
export function filedMails({ dataDir }: TestServer): (ReceivedMail & { file: string; mode: number })[] {
  const folder = join(dataDir, 'mail');
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .map((file) => {
      const raw = readFileSync(file, 'utf8');
      const [, to = '', subject = '', text = ''] = /^To: ([^\n]*)\nSubject: ([^\n]*)\n\n(.*)$/s.exec(raw) ?? [];
      return { file, raw, to, subject, text, html: '', mode: statSync(file).mode & 0o777 };
    });
}

export const linkIn = ({ text }: Pick<ReceivedMail, 'text'>) => /https?:\/\/\S+/.exec(text)![0];

/** The token of the link in a mail. */
export const tokenIn = ({ text }: Pick<ReceivedMail, 'text'>) => /\?token=([A-Za-z0-9_-]{43})\s/.exec(text)![1]!;

/** The code of a sign-up; '' where the mail has none. */
export const codeIn = ({ text }: Pick<ReceivedMail, 'text'>) => /^\d{6}$/m.exec(text)?.[0] ?? '';

function parsed(raw: string): Pick<ReceivedMail, 'subject' | 'text' | 'html'> {
  const { header, body } = entityIn(raw);
  const subject = header('Subject').replace(/=\?UTF-8\?([QB])\?(.*?)\?=\s*/gi, encodedWord);
  const [, boundary] = /boundary="([^"]*)"/.exec(header('Content-Type')) ?? [];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1);
  const [text = '', html = ''] = parts.map((part) => textOf(part.replace(/^\r\n/, '')));
  return { subject, text, html };
}

/** RFC 5322 §2.1, RFC 2046 §5.1.1. */
function entityIn(raw: string) {
  const [, head = '', body = ''] = /^(.*?)\r\n\r\n(.*)$/s.exec(raw) ?? [];
  const headers = head.replace(/\r\n[ \t]+/g, ' ');
  return { body, header: (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '' };
}

function textOf(raw: string): string {
  const { header, body } = entityIn(raw);
  return decoded(body, header('Content-Transfer-Encoding')).replace(/\r\n/g, '\n');
}

const encodedWord = (_: string, kind: string, text: string) =>
  kind.toUpperCase() === 'B' ? decoded(text, 'base64') : decoded(text.replace(/_/g, ' '), 'quoted-printable');

/** RFC 2045 §6. */
function decoded(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
