import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The pages of `docs/errors/operators`: one for each reason not to start and each warning of the log. */
export type HelpPage =
  | 'accounts-with-own-ids'
  | 'application-keys-unavailable'
  | 'background-job-failed'
  | 'cannot-listen'
  | 'claims-file'
  | 'claims-go-to-nobody'
  | 'claims-unavailable'
  | 'code-replayed'
  | 'data-folder'
  | 'data-folder-of-another-user'
  | 'database-cannot-be-opened'
  | 'database-file-moved'
  | 'grant-type-not-listed'
  | 'handler-undeclared'
  | 'handlers-through-nest'
  | 'insecure-hosts'
  | 'key-maintenance-failed'
  | 'log-lines-dropped'
  | 'logout-notice-not-delivered'
  | 'mail-not-sent'
  | 'master-key-missing'
  | 'master-key-replaced'
  | 'master-key-unreadable'
  | 'master-key-wrong'
  | 'migration-waits'
  | 'misspelt-setting'
  | 'names-left-resources-file'
  | 'no-database'
  | 'no-file-descriptors'
  | 'people-cannot-sign-in'
  | 'profile-not-met'
  | 'refresh-token-replayed'
  | 'request-failed'
  | 'signing-key-cannot-be-unsealed'
  | 'too-many-connections'
  | 'too-much-load'
  | 'usage-not-counted'
  | 'wrong-setting';

const HERE = 'errors/operators';
/** The copy of the docs that the build makes. */
const COPY = join(__dirname, '../../docs');
const isClone = existsSync(join(__dirname, '../../../../../docs', HERE));

/** @returns the path of a page of the docs: in a clone from its top, in the package and the image that of their own copy. */
export const pageOf = (path: string) => (isClone ? `docs/${path}` : join(COPY, path));

/** @returns the path of a page: the member `help` of a line of the log. */
export const helpOn = (page: HelpPage) => pageOf(`${HERE}/${page}.md`);

/** @returns the text of a page for application developers, about an error of OAuth. */
export const errorPage = (code: string): Promise<string> => readFile(join(COPY, 'errors/oauth', `${code}.md`), 'utf8');
