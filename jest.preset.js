// An Nx that a test runs in a folder of its own must not write into the results of the run that the test is part of.
for (const name of ['NX_CACHE_DIRECTORY', 'NX_WORKSPACE_DATA_DIRECTORY']) delete process.env[name];

// They ship ES modules only, which Jest cannot require before Node 24.9.
const esModules = ['@auth/core', 'jose', 'openid-client', 'oauth4webapi', 'preact'].join('|');

/** @param syntax of a file that `.ts` cannot have: there `<T>` begins no element. */
const transformOf = (syntax) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true, ...syntax },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
    },
    module: { type: 'commonjs' },
  },
];

module.exports = {
  testEnvironment: 'node',
  reporters: ['default', `${__dirname}/jest.counts.cjs`],
  // A test hangs or it does not; how fast the machine is says nothing about it.
  testTimeout: 60_000,
  moduleFileExtensions: ['ts', 'tsx', 'js', 'json', 'node'],
  transform: {
    '^.+\\.m?[tj]s$': transformOf({}),
    '^.+\\.tsx$': transformOf({ tsx: true }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules})/)`],
  moduleNameMapper: {
    // What is imported when it is needed carries the extension that Node wants.
    '^(\\.{1,2}/.*/(postgres|sqlite)-data-source)\\.js$': '$1',
    '^#ui/(.+\\.css)$': `${__dirname}/libs/ui/src/$1`,
    '^#ui/(.+)$': `${__dirname}/libs/ui/src/$1.tsx`,
    '^@consentry/guard/(testing|passport|mcp|swagger|sign-in)$': `${__dirname}/libs/guard/src/$1/index.ts`,
    '^@consentry/guard$': `${__dirname}/libs/guard/src/index.ts`,
    '^@consentry/client/(typeorm|passport)$': `${__dirname}/libs/client/src/$1/index.ts`,
    '^@consentry/typeorm-node-sqlite$': `${__dirname}/libs/typeorm-node-sqlite/src/index.ts`,
    '^@consentry/client$': `${__dirname}/libs/client/src/index.ts`,
  },
};
