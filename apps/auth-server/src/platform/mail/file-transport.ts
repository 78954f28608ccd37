import { randomBytes } from 'node:crypto';
import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock';
import { spellSystemError } from '../config/system-error';
import { type Mail, MailError, type MailTransport } from './mail';

/** Milliseconds; the links in them work for 30 minutes. */
const KEPT = 86_400_000;

const FILE_NAME = /^(\d+)-[0-9a-f]+\.eml$/;

/** Writes the text of each mail to a file where there is no `MAIL_URL`; the operator reads it. */
export class FileTransport implements MailTransport {
  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** The log names the file alone: the link in it is a secret. */
  async send({ to, subject, text }: Mail): Promise<void> {
    const file = join(this.folder, `${this.clock.now()}-${randomBytes(4).toString('hex')}.eml`);
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await this.removeOld();
      await writeFile(file, `To: ${oneLine(to)}\nSubject: ${oneLine(subject)}\n\n${text}`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      throw new MailError(`the file cannot be written: ${spellSystemError(error)}`);
    }
    this.logger.info({ file }, 'an email was written to a file, as MAIL_URL is not set');
  }

  close(): void {}

  /** They name people. */
  private async removeOld(): Promise<void> {
    const until = this.clock.now() - KEPT;
    const old = (await readdir(this.folder)).filter((name) => Number(FILE_NAME.exec(name)?.[1] ?? Infinity) <= until);
    // Another process may remove it at the same moment.
    await Promise.allSettled(old.map((name) => unlink(join(this.folder, name))));
  }
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');
