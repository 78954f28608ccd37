import { Target } from './target.mjs';

/** The load's process: runs the runner's commands one at a time, and ends with it. */
const targets = new Map();

const commands = {
  async setUp({ name, driver, port, applications }) {
    const target = new Target(await import(`./drivers/${driver}.mjs`), port);
    targets.set(name, target);
    return target.setUp({ applications });
  },
  prepare: ({ name, ...what }) => targets.get(name).prepare(what),
  run: ({ name, ...what }) => targets.get(name).run(what),
  close: ({ name }) => targets.get(name).close(),
};

process.on('message', ({ command, ...what }) => {
  commands[command](what).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  );
});
process.on('disconnect', () => process.exit());
