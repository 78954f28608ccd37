import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const nouns = ['accounts', 'clients', 'codes', 'consents', 'events', 'grants', 'keys', 'sessions', 'tokens'];

/** A wall: files of one room, and the imports that may not cross it. */
const wall = (files, message, ...group) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
});

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', '.nx/**'] },
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
  { files: ['**/*.mjs'], languageOptions: { sourceType: 'module' } },
  {
    files: ['**/*.ts'],
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
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Read the time through the injected Clock.',
        },
      ],
    },
  },
  {
    files: ['**/*.spec.ts', '**/test/**/*.ts', '**/*.e2e-spec.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', 'no-restricted-properties': 'off' },
  },
  {
    files: ['apps/*/src/config/**/*.ts', 'apps/*/src/{main,account}.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  wall(
    ['apps/*/src/**/*.ts'],
    'Apps never import each other.',
    '@consentry/auth-server*',
    '@consentry/notes-api*',
    '@consentry/demo*',
    '**/apps/*',
  ),
  wall(
    ['libs/**/*.ts'],
    'Libraries never import apps.',
    '@consentry/auth-server*',
    '@consentry/notes-api*',
    '**/apps/**',
  ),
  wall(
    ['apps/auth-server/src/protocol/**/*.ts'],
    'protocol/ holds pure rules: no framework, no process, no other folder of the app.',
    '@nestjs/*',
    'typeorm',
    'express',
    'node:process',
    'process',
    'pino',
    '../*',
    '../../*',
  ),
  wall(
    nouns.map((noun) => `apps/auth-server/src/${noun}/**/*.ts`),
    'Nouns own rows and never look up at the verbs.',
    '**/oauth/**',
    '@consentry/guard',
    '**/apps/*',
  ),
  wall(
    ['apps/auth-server/src/config/**/*.ts', 'apps/auth-server/src/database/**/*.ts'],
    'Foundations import no noun and no verb.',
    '**/oauth/**',
    ...nouns.flatMap((noun) => [`../${noun}/*.repository`, `../${noun}/*.service`]),
  ),
  wall(
    ['libs/guard/src/verify/**/*.ts'],
    'nest -> verify -> bearer, never back.',
    '**/nest/**',
    '@nestjs/*',
    'passport*',
  ),
  wall(
    ['libs/guard/src/bearer/**/*.ts'],
    'nest -> verify -> bearer, never back.',
    '**/nest/**',
    '**/verify/**',
    '@nestjs/*',
    'passport*',
  ),
  prettier,
);
