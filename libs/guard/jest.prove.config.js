// What `npm run prove` shows: the packed library in applications of its users.
module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  testRegex: '\\.prove-spec\\.ts$',
  testTimeout: 900_000,
};
