// What `npm run prove` shows: what `npm start` runs, and how it repairs itself.
module.exports = { ...require('./jest.config.js'), roots: ['<rootDir>/test'], testRegex: 'spec\\.ts$', maxWorkers: 2 };
