// What `npm run prove` shows of single parts: simulated lives, properties, databases that fail.
module.exports = { ...require('./jest.config.js'), testRegex: '\\.prove-spec\\.ts$' };
