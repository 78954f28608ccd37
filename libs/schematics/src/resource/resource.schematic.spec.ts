import type { UnitTestTree } from '@angular-devkit/schematics/testing';

import { newApp, runner, textsOf } from '../../test/apps';
import { completed } from './complete-declaration';

const FILE = 'resource.json';

type Changes = Parameters<typeof newApp>[0];

const guardedApp = async (changes: Changes = {}) => runner().runSchematic('init', {}, await newApp(changes));

/** A guarded app with a controller of `notes:read` and `notes:write`. */
const notesApp = async (changes: Changes = {}) =>
  runner().runSchematic('protected-controller', { name: 'notes' }, await guardedApp(changes));

const generate = (app: UnitTestTree, options: object = {}) => runner().runSchematic('resource', options, app);

/** @returns the lines that it prints, too. */
async function generateAloud(app: UnitTestTree, options: object = {}) {
  const one = runner();
  const lines: string[] = [];
  one.logger.subscribe(({ message }) => lines.push(message));
  return { app: await one.runSchematic('resource', options, app), lines };
}

interface Declared {
  url: string;
  name: string;
  scopes: { name: string; description: string }[];
}
const declared = (app: UnitTestTree, file = FILE) => app.readJson(file) as unknown as Declared;
const scopesOf = (app: UnitTestTree) => declared(app).scopes.map(({ name }) => name);

/** An app whose only controller has this decorator, with these lines before it. */
const appWith = (decorator: string, before = '', more: Changes = {}) =>
  guardedApp({
    'src/cats.controller.ts': `import { RequireAnyScope, RequireScopes, RequireScopes as Needs } from '@consentry/guard';
import * as guard from '@consentry/guard';
${before}
@Controller('cats')
export class CatsController {
  ${decorator}
  @Get()
  list() {}
}
`,
    ...more,
  });

describe('resource', () => {
  it('declares what the sources require, and leaves the descriptions to people', async () => {
    const { app, lines } = await generateAloud(await notesApp());
    expect(app.readText(FILE)).toBe(`{
  "url": "http://localhost:3001",
  "name": "Cats",
  "scopes": [
    {
      "name": "notes:read",
      "description": ""
    },
    {
      "name": "notes:write",
      "description": ""
    }
  ]
}
`);
    expect(lines).toEqual([
      'Declared notes:read, which is required at src/notes/notes.controller.ts:9.',
      'Declared notes:write, which is required at src/notes/notes.controller.ts:15.',
      'The url is the default of SERVICE_URL: put the production URL into resource.json.',
      'To do: "notes:read" has no description in resource.json for the consent screen.',
      'To do: "notes:write" has no description in resource.json for the consent screen.',
      'To keep it in sync with the sources, run in CI: npm run resources:check',
    ]);
  });

  it('adds the check to the scripts, unless there is one', async () => {
    const { scripts } = (await generate(await notesApp())).readJson('package.json') as { scripts: object };
    expect(scripts).toMatchObject({ 'resources:check': 'consentry resources check' });
    const own = (text: string) => text.replace('"scripts": {', '"scripts": {\n    "resources:check": "ours",');
    const app = await notesApp({ 'package.json': own });
    expect((await generate(app)).readText('package.json')).toContain('"resources:check": "ours"');
  });

  it('changes nothing the second time', async () => {
    const app = await generate(await notesApp());
    const before = textsOf(app);
    expect(textsOf(await generate(app, { name: 'other', url: 'https://other.example.com' }))).toEqual(before);
  });

  it('adds what is new, and keeps what people wrote', async () => {
    const own = `{
  "url": "https://notes.example.com",
  "name": "Our notes",
  "texts": { "de": { "name": "Unsere Notizen" } },
  "scopes": [
    { "name": "notes:write", "description": "Write notes", "sensitive": true },
    { "name": "notes:old", "description": "Gone" }
  ]
}
`;
    const { app, lines } = await generateAloud(await notesApp({ [FILE]: own }));
    expect(app.readText(FILE)).toBe(own.replace('\n  ]', `,\n    { "name": "notes:read", "description": "" }\n  ]`));
    expect(lines).toContain('To do: "notes:old" is in resource.json, but no source requires it.');
  });

  it('takes the name and the address that it is given', async () => {
    const app = await generate(await notesApp(), { name: 'my-notes', url: 'https://notes.example.com' });
    expect(declared(app)).toMatchObject({ name: 'My notes', url: 'https://notes.example.com' });
  });

  it('takes the address from the guard, and leaves it empty where that is too clever', async () => {
    const module = (audience: string) => (text: string) => text.replace(/setting\('SERVICE_URL', '[^']*'\)/, audience);
    const withAudience = async (audience: string) => {
      const app = await notesApp();
      app.overwrite('src/app.module.ts', module(audience)(app.readText('src/app.module.ts')));
      return generateAloud(app);
    };
    expect(declared((await withAudience("'https://notes.example.com'")).app).url).toBe('https://notes.example.com');
    const first = await withAudience("['https://notes.example.com', MCP_URL]");
    expect(declared(first.app).url).toBe('https://notes.example.com');
    const clever = await withAudience('addressOf(process)');
    expect(declared(clever.app).url).toBe('');
    expect(clever.lines).toContain('To do: resource.json has no url: the audience of the guard.');
  });

  it('asks for what nobody has written yet, and for nothing else', async () => {
    const questions: string[] = [];
    const ask = async (question: string) => {
      questions.push(question);
      return question.startsWith('Its address') ? '' : `answer ${questions.length}`;
    };
    const known = { scopes: ['a', 'b'], given: {}, suggested: { name: 'Cats', url: 'http://localhost:3001' } };
    const before = { url: '', name: '', scopes: [{ name: 'a', description: 'See A' }] };
    expect(await completed(before, known, ask)).toEqual({
      name: 'answer 1',
      url: 'http://localhost:3001',
      scopes: [
        { name: 'a', description: 'See A' },
        { name: 'b', description: 'answer 3' },
      ],
    });
    expect(questions).toHaveLength(3);
    questions.length = 0;
    const given = { name: 'Dogs', url: 'https://dogs.example.com' };
    expect(await completed({ ...before, scopes: [] }, { ...known, scopes: [], given }, ask)).toMatchObject(given);
    expect(questions).toEqual([]);
  });

  describe('ways of naming scopes', () => {
    const scopes = {
      'src/scopes.ts': "export enum Scope { Read = 'cats:read' }\nexport const WRITE = 'cats:write';\n",
    };
    it.each([
      ['several literals', "@RequireScopes('cats:read', `cats:write`)", '', ['cats:read', 'cats:write']],
      ['one of several', "@RequireAnyScope('cats:read', 'cats:all')", '', ['cats:read', 'cats:all']],
      ['an alias', "@Needs('cats:read')", '', ['cats:read']],
      ['a namespace', "@guard.RequireScopes('cats:read')", '', ['cats:read']],
      ['a constant', '@RequireScopes(READ)', "const READ = 'cats:read' as const;", ['cats:read']],
      ['an enum', '@RequireScopes(Scope.Read)', "enum Scope { Read = 'cats:read' }", ['cats:read']],
      ['an object', '@RequireScopes(Scope.read)', "const Scope = { read: 'cats:read' } as const;", ['cats:read']],
      ['a spread list', '@RequireScopes(...ALL)', "const ALL = ['cats:read', 'cats:all'];", ['cats:read', 'cats:all']],
      [
        'an import',
        '@RequireScopes(Scope.Read, W)',
        "import { Scope, WRITE as W } from './scopes';",
        ['cats:read', 'cats:write'],
      ],
      [
        'a decorator of its own',
        '@Reads()',
        "const Reads = () => applyDecorators(RequireScopes('cats:read'));",
        ['cats:read'],
      ],
    ])('%s', async (_, decorator, before, expected) => {
      expect(scopesOf(await generate(await appWith(decorator, before, scopes)))).toEqual(expected);
    });

    it.each([
      ['a parameter', '@Reads("cats")', "const name = 'x'; const Reads = (name: string) => RequireScopes(name);", 3],
      ['an expression', '@RequireScopes(`${NAME}:read`)', "const NAME = 'cats';", 6],
      ['an import of a package', '@RequireScopes(READ)', "import { READ } from 'scopes';", 6],
      ['what names itself', '@RequireScopes(A)', 'const A = B; const B = A;', 6],
    ])('is said to be too clever: %s', async (_, decorator, before, line) => {
      const app = await appWith(decorator, before);
      const own = "import { RequireScopes } from '@consentry/guard';\nexport const All = RequireScopes('cats:all');\n";
      app.create('src/all.ts', own);
      const { app: after, lines } = await generateAloud(app);
      expect(scopesOf(after)).toEqual(['cats:all']);
      expect(lines).toContain(
        `src/cats.controller.ts:${line} requires scopes that are known only when the code runs: declare them by hand.`,
      );
    });

    it('leaves out tests, namesakes, names of OpenID Connect, and routes for another audience', async () => {
      const { app, lines } = await generateAloud(
        await appWith("@RequireScopes('cats:read', 'openid')", '', {
          'src/cats.spec.ts': "import { RequireScopes } from '@consentry/guard';\nRequireScopes('in:test');\n",
          'src/other.ts': "// not @consentry/guard\nimport { RequireScopes } from './x';\nRequireScopes('namesake');\n",
          'src/admin.controller.ts': `import { Audience, RequireScopes } from '@consentry/guard';
@Audience('https://admin.example.com')
export class AdminController {
  @RequireScopes('admin')
  list() {}
}
`,
        }),
      );
      expect(scopesOf(app)).toEqual(['cats:read']);
      expect(lines).toEqual(
        expect.arrayContaining([
          'openid goes with any resource, and is declared for none (src/cats.controller.ts:6).',
          'src/admin.controller.ts:4 takes tokens for another audience: its scopes belong to another resource.',
        ]),
      );
    });

    it('takes routes for its own audience among others', async () => {
      const audience = "@guard.Audience('x') @Audience('http://localhost:3001', 'https://b.example.com')";
      const app = await appWith(
        `@RequireScopes('cats:read')\n  ${audience}`,
        "import { Audience } from '@consentry/guard';",
      );
      expect(scopesOf(await generate(app))).toEqual(['cats:read']);
    });
  });

  describe('ways of writing', () => {
    it('keeps tabs and CRLF', async () => {
      const tabs = (text: string) => text.replace(/^( {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));
      const crlf = (text: string) => tabs(text).replaceAll('\n', '\r\n');
      const app = await generate(await notesApp({ 'package.json': crlf }));
      const expectOurs = () => {
        for (const path of [FILE, 'package.json']) expect(app.readText(path)).not.toMatch(/[^\r]\n|^ /m);
      };
      expectOurs();
      app.overwrite(FILE, app.readText(FILE).replace('notes:write', 'notes:other'));
      expect(scopesOf(await generate(app))).toEqual(['notes:read', 'notes:other', 'notes:write']);
      expectOurs();
    });

    it('writes beside the sources of a project, and says the line for CI', async () => {
      const app = await notesApp();
      for (const path of app.files.filter((one) => /^\/(src|test)\//.test(one))) app.rename(path, `/apps/cats${path}`);
      app.overwrite(
        'nest-cli.json',
        JSON.stringify({ monorepo: true, projects: { cats: { sourceRoot: 'apps/cats/src' } } }),
      );
      const manifest = app.readText('package.json');
      const { app: after, lines } = await generateAloud(app, { project: 'cats' });
      expect(declared(after, 'apps/cats/resource.json')).toMatchObject({ name: 'Cats' });
      expect(after.readText('package.json')).toBe(manifest);
      expect(lines).toContain(
        'To keep it in sync with the sources, run in CI: npx consentry resources check --project cats',
      );
    });
  });

  it.each([
    ['an app without the guard', newApp, {}, 'nest g -c @consentry/schematics init'],
    ['an app without scopes', guardedApp, {}, "mark routes with @RequireScopes('notes:read')"],
    ['a file that is no JSON', notesApp, { [FILE]: '{ // ours\n}' }, 'resource.json is not JSON: '],
    ['a list', notesApp, { [FILE]: '[]' }, 'resource.json is not an object {"url", "name", "scopes"}.'],
    [
      'scopes without names',
      notesApp,
      { [FILE]: '{ "scopes": ["a"] }' },
      'resource.json has scopes that are not a list',
    ],
  ])('refuses %s', async (_, app, changes, message) => {
    const before = await app(changes);
    const texts = textsOf(before);
    await expect(generate(before)).rejects.toThrow(message);
    expect(textsOf(before)).toEqual(texts);
  });
});
