// What `npm run prove` shows: repairs, each of which starts the demo.
module.exports = {
  ...require('./jest.e2e.config.js'),
  testRegex: '\\.prove-spec\\.ts$',
};
