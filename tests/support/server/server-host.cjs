// Runs real servers under a clock that the test moves, one after another: loading the server takes longer than starting
// it. Messages: `{ start: environment }` starts a server, `CLOCK_AHEAD` ms ahead so that a restart does not go back in
// time; password hashes are cheap unless `PASSWORD_HASHES` is `real`, and `GRACE` shortens the shutdown. `{ advance: ms
// }` and `{ freeze: true }` move or stop the clock and are answered by `{ advanced: now }`. `{ stop: true }` stops the
// server as SIGTERM does, without the process; END follows its output. `{ program, given, environment, input }` runs a
// command, or a server whose start must fail, and is answered by `{ exitCode }`: it ends by `process.exit` or by
// printing.
require('reflect-metadata');
const { Buffer } = require('node:buffer');
const { Readable } = require('node:stream');
const { setImmediate } = require('node:timers/promises');
const argon2 = require('@node-rs/argon2');
const { SigningKeyRepository } = require('../../../apps/auth-server/dist/model/keys/signing/signing-key.repository.js');
const { readSettings } = require('../../../apps/auth-server/dist/platform/config/read-settings.js');
const { start } = require('../../../apps/auth-server/dist/start.js');
const { explainFailure } = require('../../../apps/auth-server/dist/explain-failure.js');

const END = '\0';
const HEARD = ['SIGTERM', 'SIGINT', 'exit'];

const { exit, argv, env } = process;
const { setInterval: beginInterval, clearInterval } = globalThis;
const intervals = new Set();

// Run what a server does every second or more ten times as often, and everything once a test stops it.
const SECOND = 1_000;
const QUICKER = 10;
let stopping = false;
globalThis.setInterval = (work, ms, ...given) => {
  const interval = beginInterval(work, ms >= SECOND || stopping ? ms / QUICKER : ms, ...given);
  intervals.add(interval);
  return interval;
};

// A hash costs 25 ms of CPU. The hash for an unknown email never matches, so its parameters do not matter.
const { hash, verify } = argon2;
const QUICK = { memoryCost: 64, timeCost: 1 };
const OF_UNKNOWN_EMAIL = /m=\d+,t=\d+(?=,p=\d\$A+\$A+$)/;
let quick = true;
argon2.hash = (password, options) => hash(password, { ...options, ...(quick && QUICK) });
argon2.verify = (stored, password) => verify(quick ? stored.replace(OF_UNKNOWN_EMAIL, 'm=64,t=1') : stored, password);

// A key's first use is computed before its row is stored: do not move the clock in between.
const storing = new Set();
const { add } = SigningKeyRepository.prototype;
SigningKeyRepository.prototype.add = function addInTime(...given) {
  const stored = add.apply(this, given);
  storing.add(stored);
  return stored.finally(() => storing.delete(stored));
};

let clock;
async function startServer({
  CLOCK_AHEAD: ahead = 0,
  PASSWORD_HASHES: hashes = 'quick',
  GRACE: grace,
  ...environment
}) {
  quick = hashes === 'quick';
  stopping = false;
  const now = () => (own.stoppedAt ?? Date.now()) + own.offset;
  const own = { offset: Number(ahead), now, elapsed: now };
  clock = own;
  await start(readSettings(environment), own, grace && Number(grace));
}

/** Ends a server as the end of its process would, so that the next server starts clean. */
async function endServer(code) {
  if (code !== 0) exit(code);
  endRun(code);
  process.exit = exit;
  await closeFiles();
  writeEnd();
}

function endRun(code) {
  process.emit('exit', code);
  for (const interval of intervals) clearInterval(interval);
  intervals.clear();
  for (const event of HEARD) process.removeAllListeners(event);
}

function writeEnd() {
  for (const output of [process.stdout, process.stderr]) output.write(END);
}

/** As the end of a process does: on Node 20 a connection lives until its statements are collected. */
async function closeFiles() {
  // Twice: what still runs while the first collects holds its statements until then.
  for (let round = 0; round < 2; round += 1) {
    await setImmediate();
    globalThis.gc();
    await setImmediate();
  }
}

function runProgram({ program, given, environment, input }) {
  const { write } = process.stdout;
  const end = async (exitCode) => {
    endRun(exitCode);
    Object.assign(process, { exit, argv, env });
    process.stdout.write = write;
    await closeFiles();
    writeEnd();
    process.send({ exitCode });
  };
  process.stdout.write = (text) => {
    write.call(process.stdout, text);
    end(0);
  };
  Object.assign(process, { exit: end, argv: [argv[0], program, ...given], env: environment });
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  delete require.cache[program];
  try {
    require(program);
  } catch (error) {
    // Else whoever waits for its end would wait as long as a test may take.
    process.stderr.write(String(error.stack));
    end(1);
  }
}

async function moveClock({ advance = 0, freeze = false }) {
  await Promise.allSettled(storing);
  if (freeze) clock.stoppedAt ??= Date.now();
  clock.offset += advance;
  process.send({ advanced: clock.now() });
}

process.on('message', ({ start: environment, program, stop, ...rest }) => {
  if (environment) return startServer(environment).catch(explainFailure);
  if (program) return runProgram({ program, ...rest });
  if (stop) {
    stopping = true;
    process.exit = endServer;
    return process.emit('SIGTERM');
  }
  void moveClock(rest);
});
process.on('disconnect', () => exit(0));
