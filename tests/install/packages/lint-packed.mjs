// Prints what publint and Are The Types Wrong find in a tarball, as a JSON array of sentences. Both are ES modules.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const tarball = readFileSync(process.argv[2]);
const { messages, pkg } = await publint({ pack: { tarball }, level: 'suggestion', strict: true });
const { problems = [] } = await checkPackage(createPackageFromTarballData(tarball));
const types = problems.map(({ kind, entrypoint, resolutionKind }) => `${kind}: ${entrypoint} for ${resolutionKind}`);
console.log(JSON.stringify([...messages.map((message) => formatMessage(message, pkg)), ...types]));
