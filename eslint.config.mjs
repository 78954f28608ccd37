import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** In their order: each imports only those before it. */
const NOUNS =
  'accounts used-jtis keys notices sessions clients claims grants tokens codes pushed-requests consents devices revocations logouts own-account usage'.split(
    ' ',
  );

/** What Jest gives to tests: the types of a test are there where all is checked, and not where a service runs. */
const OF_TESTS = 'jest describe it test expect beforeAll beforeEach afterAll afterEach'.split(' ');

/** What no source may import, whatever its room. */
const EVERYWHERE = [
  { regex: '^(node:)?process$', message: 'Only config/ reads the environment.' },
  {
    regex: '^@consentry/(auth-server|notes-api|demo|console)|/(auth-server|notes-api|demo)/',
    message: 'Nothing imports an app.',
  },
  { regex: '(^|/)commands/', message: 'Nothing imports the commands.' },
];

/**
 * A wall: the files of one room, and the imports that may not cross it. In a flat config the last rule for a file is
 * the only one, so each wall carries those that hold everywhere.
 */
const wall = (files, message, regex) => ({
  files: [files].flat(),
  ignores: ['**/*spec.ts'],
  rules: { 'no-restricted-imports': ['error', { patterns: [...EVERYWHERE, ...(regex ? [{ regex, message }] : [])] }] },
});

const SERVER = 'apps/auth-server/src';
const OTHER_PACKAGES = '^@consentry/(?!typeorm-node-sqlite$)';
/** Kinds of tests; those of the documents compare lists of others. */
const KINDS = ['flows', 'conformance', 'clients', 'browser', 'install', 'proofs'];

const NEW_DATE = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'Read the time through the injected Clock.',
};
/** What a unit knows is its own: the second time it must find what it found the first time (src/platform/database/units.ts). */
const IMPURE_UNIT = {
  selector: [
    'AssignmentExpression',
    'UpdateExpression',
    'CallExpression[callee.property.name=/^(push|set|add|delete|clear|emit|now)$/]',
  ]
    .map((change) => `:function[generator=true] ${change}`)
    .join(),
  message: 'A unit may be run again from its beginning: it changes nothing but rows, and reads no clock.',
};
const BARE_BODY = {
  selector: "Decorator > CallExpression[callee.name='Body']",
  message: 'Take a body by @CheckedBody(): no other pipe looks at it.',
};
/** `no-restricted-imports` does not look at `import()`. */
const LOADED_COMMAND = {
  selector: 'ImportExpression > Literal[value=/(^|\\u002F)commands\\u002F/]',
  message: 'Nothing imports the commands.',
};
const BARREL = {
  selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
  message: 'No barrels in an app: import from the file that declares it.',
};
const ROWS_BY_TYPEORM = {
  selector: 'ImportSpecifier[imported.name=/^(InjectRepository|InjectEntityManager|Repository|EntityManager)$/]',
  message: 'Units are the one way to the rows (ADR 2).',
};
const BASE_CLASS = {
  selector: ':matches(ClassDeclaration, ClassExpression)[superClass]:not([superClass.name=/(Error|Exception|Pipe)$/])',
  message: 'No base classes, but of errors, DTOs and adapters of a library: compose instead.',
};
/** Where classes extend others: what the OpenAPI document shows, and what adapts a library. */
const EXTENDING = ['**/*.dto.ts', '**/*.view.ts', '**/*adapter.ts', 'platform/database/{sqlite,postgres}/**/*.ts'];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/generated/**', 'data/**', '.nx/**'] },
  js.configs.recommended,
  {
    files: ['**/*.{js,cjs,mjs}'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: {
        require: 'readonly',
        module: 'writable',
        process: 'readonly',
        __dirname: 'readonly',
        console: 'readonly',
      },
    },
  },
  {
    files: ['apps/auth-server/assets/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: Object.fromEntries(
        'document addEventListener setTimeout clearTimeout setInterval clearInterval location Intl URL fetch navigator'
          .split(' ')
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  { files: ['**/*.mjs'], languageOptions: { sourceType: 'module' } },
  {
    files: ['apps/*/*.mjs', 'bench/**/*.mjs', 'tests/**/*.mjs', 'libs/schematics/src/*/files/**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        'AbortSignal Buffer URL URLSearchParams TextDecoder fetch setTimeout clearTimeout setInterval clearInterval setImmediate performance'
          .split(' ')
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 50 }],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Read the time through the injected Clock.' },
        { object: 'process', property: 'env', message: 'Only config/ reads the environment.' },
      ],
      'no-restricted-syntax': ['error', NEW_DATE],
    },
  },
  {
    files: ['**/*spec.{ts,tsx}', '**/test/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', 'no-restricted-properties': 'off' },
  },
  {
    // What `nest g resource` leaves to be written has its parameters already.
    files: ['apps/notes-api/src/**/*.service.ts'],
    rules: { '@typescript-eslint/no-unused-vars': ['error', { args: 'none' }] },
  },
  { files: [`${SERVER}/pages/messages/*.tsx`], rules: { 'max-lines': 'off' } },
  {
    files: [
      'apps/auth-server/src/platform/config/**/*.ts',
      'apps/*/src/config/**/*.ts',
      'apps/*/src/{main,commands/auth-server,commands/consentry}.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['examples/*/public/*.js'],
    languageOptions: {
      sourceType: 'module',
      globals: Object.fromEntries(
        'document fetch history location sessionStorage URLSearchParams'.split(' ').map((name) => [name, 'readonly']),
      ),
    },
  },
  // An example reads its settings where it starts, and the clock of its machine, as the programs that it is copied into.
  { files: ['examples/*/src/**/*.ts'], rules: { 'no-restricted-properties': 'off' } },
  // A browser has one clock, and nobody injects another.
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['querySelector', 'querySelectorAll'].map((property) => ({
          property,
          message: 'Elements come by refs and events; those that the server drew, by src/frame.ts.',
        })),
      ],
    },
  },
  {
    files: ['apps/*/src/**/*.ts'],
    ignores: ['**/*spec.ts'],
    rules: { 'no-restricted-syntax': ['error', NEW_DATE, BARREL, BASE_CLASS] },
  },
  {
    files: [`${SERVER}/**/*.{ts,tsx}`],
    ignores: ['**/*spec.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        NEW_DATE,
        IMPURE_UNIT,
        ROWS_BY_TYPEORM,
        BARE_BODY,
        LOADED_COMMAND,
        BARREL,
        BASE_CLASS,
      ],
    },
  },
  {
    files: EXTENDING.map((files) => `apps/*/src/${files}`),
    ignores: ['**/*spec.ts'],
    rules: { 'no-restricted-syntax': ['error', NEW_DATE, IMPURE_UNIT, LOADED_COMMAND, BARREL] },
  },
  wall(['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts']),
  {
    files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'],
    ignores: ['**/*spec.ts'],
    rules: { 'no-restricted-globals': ['error', ...OF_TESTS] },
  },
  wall(`${SERVER}/**/*.{ts,tsx}`, 'The auth server and the guard share nothing but the wire.', OTHER_PACKAGES),
  wall(
    `${SERVER}/protocol/**/*.ts`,
    'protocol/ holds pure rules: no framework, no process, no other folder of the app.',
    '^(?!\\./|\\.\\./(client|device|discovery|logout|request|revocation|signing|text|token)/|\\.\\./oauth-error$|node:crypto$|node:zlib$|jose$)',
  ),
  {
    files: [`${SERVER}/protocol/**/*.ts`],
    ignores: ['**/*spec.ts'],
    rules: { 'no-restricted-globals': ['error', 'process', 'performance', ...OF_TESTS] },
  },
  wall(
    `${SERVER}/platform/**/*.ts`,
    'platform/ knows no noun and no route.',
    '^(\\.\\./)+(model|endings|api|oauth|pages)/|^@consentry/',
  ),
  wall(
    `${SERVER}/platform/config/**/*.ts`,
    'config/ stands on protocol/ alone.',
    '^\\.\\./(?!\\.\\./protocol/)|^@consentry/',
  ),
  wall(
    `${SERVER}/platform/config/described/*.ts`,
    'config/ stands on protocol/ alone.',
    '^\\.\\./\\.\\./(?!\\.\\./protocol/)|^@consentry/',
  ),
  wall(
    `${SERVER}/platform/database/**/*.ts`,
    'database/ knows no table and no room but config/; the composition root hands it the entities.',
    `^(\\.\\./)+(model|endings|api|oauth|pages|http|outbound|mail|events|limits|health|jobs)/|${OTHER_PACKAGES}`,
  ),
  wall(
    `${SERVER}/endings/**/*.ts`,
    'endings/ says what ends what, in SQL: it imports no noun and no route.',
    '^(\\.\\./)+(model|api|oauth|pages)/|^@consentry/',
  ),
  wall(`${SERVER}/model/*.ts`, 'What lists all nouns imports no route.', '^(\\.\\./)+(api|oauth|pages)/|^@consentry/'),
  wall(`${SERVER}/model/entities.ts`, 'entities.ts lists tables, nothing else.', '(?<!\\.entity)$'),
  ...NOUNS.map((noun, place) =>
    wall(
      `${SERVER}/model/${noun}/**/*.ts`,
      `Nouns import no route, and only the nouns that stand before them: ${NOUNS.slice(0, place).join(', ')}.`,
      `^(\\.\\./)+(api|oauth|pages|${[...NOUNS.slice(place + 1), 'entities$', 'background-jobs$'].join('|')})(/|$)|^@consentry/`,
    ),
  ),
  ...['*', '*/*'].map((files, depth) =>
    wall(
      `${SERVER}/oauth/${files}/*.ts`,
      'Endpoints import nouns and protocol/: no other endpoint, no other room of routes, no TypeORM, no express.',
      `^(\\.\\./){${depth + 1}}(?!\\.)|/(api|oauth|pages|jobs)/|typeorm|^express|^@consentry/`,
    ),
  ),
  wall(
    `${SERVER}/api/**/*.ts`,
    'api/ stands on the services of the nouns: no other room of routes, no table.',
    '^(\\.\\./)+(oauth|pages)/|/jobs/|/database/(?!time-ordered-id)|typeorm|^express|^@consentry/',
  ),
  wall(
    `${SERVER}/pages/**/*.{ts,tsx}`,
    'pages/ stands on the services of nouns and endpoints, and on protocol/: no table, no controller.',
    '^(\\.\\./)+api/|/(jobs|database)/|typeorm|^(\\.\\./){2}.*\\.(entity|controller)$|^@consentry/',
  ),
  {
    files: KINDS.map((kind) => `tests/${kind}/**/*.ts`),
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(${KINDS.join('|')}|docs|house)/`,
              message: 'Kinds of tests share tests/support alone: what one imports of another is an input of both.',
            },
          ],
        },
      ],
    },
  },
  wall(
    'apps/console/src/**/*.{ts,tsx}',
    'The console stands on the public API: it imports Preact, openapi-fetch, libs/ui and its own files.',
    '^(?!\\./|\\.\\./|preact(/hooks)?$|openapi-fetch$|@consentry/ui/)',
  ),
  wall('libs/ui/src/**/*.tsx', 'Controls stand on Preact alone: their words are handed to them.', '^(?!\\./|preact$)'),
  wall('libs/guard/src/verify/**/*.ts', 'nest -> verify -> bearer, never back.', '/nest/|^@nestjs/|^passport'),
  wall('libs/guard/src/bearer/**/*.ts', 'nest -> verify -> bearer, never back.', '/(nest|verify)/|^@nestjs/|^passport'),
  wall(
    'libs/client/src/**/*.ts',
    'typeorm and passport are optional: only the rooms of their names import them.',
    '^typeorm$|passport$|/(typeorm|passport)/',
  ),
  wall('libs/client/src/typeorm/**/*.ts', 'A store knows entries, and nothing of tokens.', '/(nest|issuer|passport)/'),
  wall('libs/client/src/passport/**/*.ts', 'passport -> nest, never the stores.', '^typeorm$|/(tokens|typeorm)/'),
  wall(
    'libs/client/src/issuer/**/*.ts',
    'nest -> issuer -> tokens, never back.',
    '/(nest|typeorm|passport)/|^@nestjs/|^typeorm$|passport$',
  ),
  wall(
    'libs/client/src/tokens/**/*.ts',
    'nest -> issuer -> tokens, never back.',
    '/(nest|issuer|typeorm|passport)/|^@nestjs/|^openid-client|^typeorm$|passport$',
  ),
  wall('libs/typeorm-node-sqlite/src/**/*.ts', 'It stands on Node alone.', '^(?!\\./|node:)'),
  wall(
    'libs/schematics/src/*/*.ts',
    'A generator stands on app/ and source/ alone: not on another generator, nor on what it generates code for.',
    '^\\.\\./(?!app/|source/)|^@(nestjs|consentry)/',
  ),
  wall(
    'libs/schematics/src/app/*.ts',
    'generators -> app -> source, never back.',
    '^\\.\\./(?!source/)|^@(nestjs|consentry)/',
  ),
  wall('libs/schematics/src/source/*.ts', 'generators -> app -> source, never back.', '^\\.\\./|^@(nestjs|consentry)/'),
  prettier,
);
