// Prints each test as it starts: the default reporter is silent until a file ends.
const { basename } = require('node:path');

module.exports = class Progress {
  onTestCaseStart({ path }, { title }) {
    console.log(`${new Date().toTimeString().slice(0, 8)} ${basename(path)}: ${title}`);
  }
};
