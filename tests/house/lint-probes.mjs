// Lints each probe `[file, code]` of standard input as that file's text; prints the messages of the walls.
import { ESLint } from 'eslint';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const WALLS = ['imports', 'globals', 'properties', 'syntax'].map((what) => `no-restricted-${what}`);
const eslint = new ESLint({
  cwd: fileURLToPath(import.meta.resolve('../..')),
  ruleFilter: ({ ruleId }) => WALLS.includes(ruleId),
  // Types are most of a lint's time, and the walls need none.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});
const answers = [];
for (const [filePath, code] of JSON.parse(await text(process.stdin))) {
  const [{ messages }] = await eslint.lintText(code, { filePath });
  answers.push(messages.filter(({ ruleId }) => WALLS.includes(ruleId)).map(({ message }) => message));
}
console.log(JSON.stringify(answers));
