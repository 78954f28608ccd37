import { announcement } from './announcement';
import { HELP, parseCommandLine } from './config/command-line';
import { readDemoSettings } from './config/demo-settings';
import { Demo } from './demo';
import { DemoError } from './demo-error';

async function main(): Promise<void> {
  const given = parseCommandLine(process.argv.slice(2));
  if (given.help) return console.log(HELP);
  // All files of the demo and its services are for this system user only.
  process.umask(0o077);
  const settings = readDemoSettings(process.env, given);
  const demo = new Demo(settings, process.env);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopOnSignal(demo));
  try {
    console.log(announcement(settings, await demo.start()).join('\n'));
    throw new DemoError(await demo.firstEnd());
  } catch (error) {
    // After a signal the services end, which is no error.
    if (demo.isStopping) return;
    report(error);
    await demo.stop();
    process.exit(1);
  }
}

async function stopOnSignal(demo: Demo): Promise<void> {
  if (demo.isStopping) return;
  console.log('Stopping the services.');
  await demo.stop();
  process.exit(0);
}

function report(error: unknown): void {
  if (error instanceof DemoError) console.error(error.message);
  else console.error(error);
}

main().catch((error: unknown) => {
  report(error);
  process.exit(1);
});
