// Says which test is running: with the default reporter alone, a proof of many minutes is silent until its end.
const { basename } = require('node:path');

module.exports = class Progress {
  onTestCaseStart({ path }, { title }) {
    console.log(`${new Date().toTimeString().slice(0, 8)} ${basename(path)}: ${title}`);
  }
};
