import { announcement } from './announcement';
import { HELP, parseCommandLine } from './config/command-line';
import { readDemoSettings } from './config/demo-settings';
import { Demo } from './demo';
import { DemoError } from './demo-error';
import { transcript } from './transcript';

async function main(): Promise<void> {
  const { help, data } = parseCommandLine(process.argv.slice(2));
  if (help) return console.log(HELP);
  // All files made here and by the services are for this system user only.
  process.umask(0o077);
  const settings = readDemoSettings(process.env, data);
  const demo = new Demo(settings, process.env);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopOnRequest(demo));
  try {
    const credentials = await demo.start();
    console.log([...announcement(settings), ...transcript(settings, credentials)].join('\n'));
    throw new DemoError(await demo.firstEnd());
  } catch (error) {
    // Asked to stop, we leave by stopOnRequest: that the services end is no error then.
    if (demo.isStopping) return;
    report(error);
    await demo.stop();
    process.exit(1);
  }
}

async function stopOnRequest(demo: Demo): Promise<void> {
  if (demo.isStopping) return;
  console.log('# Stopping both services.');
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
