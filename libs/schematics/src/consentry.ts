#!/usr/bin/env node
import { consentry } from './resource/check';

void consentry(process.argv.slice(2), process.cwd()).then(({ text, exitCode }) => {
  process.exitCode = exitCode;
  (exitCode === 2 ? process.stderr : process.stdout).write(text);
});
