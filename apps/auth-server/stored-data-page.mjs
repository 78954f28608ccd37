// Prints docs/security/stored-data.md, from the entities of the built server:
// node apps/auth-server/stored-data-page.mjs > docs/security/stored-data.md
import { URL, fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { ENTITIES } from './dist/model/entities.js';
import { describeTable } from './dist/platform/database/table-facts.js';

const PAGE = fileURLToPath(new URL('../../docs/security/stored-data.md', import.meta.url));

const INTRODUCTION = `# What the database keeps

Every table with all of its columns of text, as the entities of the server say it; words such as _grant_ and _family_ are those of the [glossary](../glossary.md). An _id_ is a random or time-ordered UUID of the server's, a _name_ one of a fixed list: of the code, of \`RESOURCES_FILE\`, or of \`TRUSTED_ISSUERS\`. Bytes are
those of one row. Expired rows are purged once a minute, in batches.
`;

const HEAD = [
  'table',
  'secrets, and how they are kept',
  'what others send, and its bound',
  'ids and names',
  'who removes rows',
  'a restore',
];

const HINT = `The \`hint\` of a client secret is its last four characters, by which its developer recognises it. They are of its checksum and tell 20
of its 256 random bits; to guess the other 236 is no easier for anybody.
`;

const lineOf = (cells) => `| ${cells.join(' | ')} |`;
const rows = ENTITIES.map((entity) => describeTable(entity)).sort(([a], [b]) => (a < b ? -1 : 1));
const table = [HEAD, HEAD.map(() => '---'), ...rows].map(lineOf).join('\n');

const page = `${INTRODUCTION}\n${table}\n\n${HINT}`;
process.stdout.write(await format(page, { ...(await resolveConfig(PAGE)), parser: 'markdown' }));
