/** Visible ASCII, and no segment of a path that a client of HTTP would take out. */
const ACCOUNT_ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,36}$/;

/** Whether a subject of another issuer can be an account's id here. */
export const isAccountId = (subject: string) => ACCOUNT_ID.test(subject);
