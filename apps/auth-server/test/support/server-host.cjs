// Real servers under a clock that the test moves, one after another: to load the server takes longer than to start it.
// `{ start: environment }` begins one, as far ahead in time as `CLOCK_AHEAD` says: one that is started again does not
// go back; its hashes of passwords take no time but where `PASSWORD_HASHES` is `real`, and its grace is
// `GRACE`, in milliseconds. `{ advance: ms }` is answered by
// `{ advanced: now }`; `{ freeze: true }` stops the clock first, so that a test can stand exactly at a limit.
// `{ stop: true }` ends the server as SIGTERM does, but not the process: END follows what the server has written. A
// signal from outside ends both. `{ program, given, environment, input }` runs one of the commands, or a server that must
// not start, and is answered by `{ exitCode }`: they fail by `process.exit`, and have done their work once they print.
require('reflect-metadata');
const { Buffer } = require('node:buffer');
const { Readable } = require('node:stream');
const argon2 = require('@node-rs/argon2');
const { SigningKeyRepository } = require('../../dist/keys/signing-key.repository.js');
const { readSettings } = require('../../dist/config/read-settings.js');
const { start } = require('../../dist/start.js');
const { explainFailure } = require('../../dist/explain-failure.js');

const END = '\0';
const HEARD = ['SIGTERM', 'SIGINT', 'exit'];

const { exit, argv, env } = process;
const { setInterval: beginInterval, clearInterval } = globalThis;
const intervals = new Set();

// What a server does every second or more it does ten times as often here, and when a test has stopped it all it does.
const SECOND = 1_000;
const QUICKER = 10;
let stopping = false;
globalThis.setInterval = (work, ms, ...given) => {
  const interval = beginInterval(work, ms >= SECOND || stopping ? ms / QUICKER : ms, ...given);
  intervals.add(interval);
  return interval;
};

// A hash costs 25 ms of CPU; that of an unknown e-mail is no account's, so its parameters may be any.
const { hash, verify } = argon2;
const QUICK = { memoryCost: 64, timeCost: 1 };
const PARAMETERS = /m=\d+,t=\d+/;
let quick = true;
argon2.hash = (password, options) => hash(password, { ...options, ...(quick && QUICK) });
argon2.verify = (stored, password) => verify(quick ? stored.replace(PARAMETERS, 'm=64,t=1') : stored, password);

// When a key begins to sign is said before it is stored. That takes milliseconds, for which the clock must not jump.
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

/** What the end of a process does to a server, so that nothing of it is left to the next one. */
function endServer(code) {
  if (code !== 0) exit(code);
  endRun(code);
  process.exit = exit;
  writeEnd();
}

/** A program may have had timers and listeners too. */
function endRun(code) {
  process.emit('exit', code);
  for (const interval of intervals) clearInterval(interval);
  intervals.clear();
  for (const event of HEARD) process.removeAllListeners(event);
}

function writeEnd() {
  for (const output of [process.stdout, process.stderr]) output.write(END);
}

function runProgram({ program, given, environment, input }) {
  const { write } = process.stdout;
  const end = (exitCode) => {
    endRun(exitCode);
    Object.assign(process, { exit, argv, env });
    process.stdout.write = write;
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
  require(program);
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
