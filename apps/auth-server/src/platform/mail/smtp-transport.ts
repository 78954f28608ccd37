import type { Transporter } from 'nodemailer';
import type { MailSetting } from '../config/mail-setting';
import { type Mail, MailError, type MailTransport } from './mail';

/** Milliseconds. */
const WAITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** A mail holds nothing that nodemailer would have to read from elsewhere. */
const NOTHING_READ = { disableFileAccess: true, disableUrlAccess: true };

export class SmtpTransport implements MailTransport {
  private transporter: Promise<Transporter> | undefined;

  constructor(private readonly setting: MailSetting) {}

  async send(mail: Mail): Promise<void> {
    this.transporter ??= open(this.setting);
    try {
      await (await this.transporter).sendMail({ from: this.setting.from, ...mail });
    } catch (error) {
      throw mailErrorOf(error);
    }
  }

  close(): void {
    void this.transporter?.then((transporter) => transporter.close());
  }
}

/** Loaded on first use: most servers start without it. */
async function open({ host, port, tls, user, password }: MailSetting): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const auth = user === null ? {} : { auth: { user, pass: password ?? '' } };
  return createTransport({
    ...{ host, port, pool: true, maxConnections: 4, ...auth, ...WAITS, ...NOTHING_READ },
    ...{ secure: tls === 'implicit', requireTLS: tls === 'starttls', ignoreTLS: tls === 'off' },
  });
}

/** Keeps only the code of what the mail server said: its text may repeat the recipient. */
function mailErrorOf(error: unknown): MailError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const name = typeof code === 'string' ? code : 'an unknown error';
  if (typeof responseCode !== 'number') return new MailError(name);
  // RFC 5321 §4.2.1: 5yz will not change by itself.
  return new MailError(`${name}, the mail server said ${responseCode}`, responseCode >= 500 && name === 'EENVELOPE');
}
