// jose, openid-client and oauth4webapi ship ES modules only, which Jest cannot require before Node 24.9.
const esModules = ['jose', 'openid-client', 'oauth4webapi'].join('|');

module.exports = {
  testEnvironment: 'node',
  reporters: ['default', `${__dirname}/jest.counts.cjs`],
  // A test hangs or it does not; how fast the machine is says nothing about it.
  testTimeout: 60_000,
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  transform: {
    '^.+\\.[tj]s$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
          },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules})/)`],
  moduleNameMapper: {
    // What is imported when it is needed carries the extension that Node wants.
    '^(\\.{1,2}/.*/(postgres|sqlite)-data-source)\\.js$': '$1',
    '^@consentry/guard$': `${__dirname}/libs/guard/src/index.ts`,
  },
};
