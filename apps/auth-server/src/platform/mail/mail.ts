/** A mail to one person. */
export interface Mail {
  to: string;
  /** One line. */
  subject: string;
  text: string;
  /** The same words. */
  html: string;
}

/** What delivers mails. */
export interface MailTransport {
  /** Settles once the mail was handed over. @throws MailError */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export const MAIL_TRANSPORT = Symbol('MailTransport');

/** Says why without naming the recipient: its message is logged. */
export class MailError extends Error {
  constructor(
    message: string,
    /** Whether another try is in vain. */
    readonly isFinal = false,
  ) {
    super(message);
    this.name = 'MailError';
  }
}
