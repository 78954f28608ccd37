import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { resultFile } from './options.mjs';

const FOLDER = join(import.meta.dirname, '../docs/performance');

/**
 * Prints a result and writes it to bench/data; with `--publish` also puts `documented` between `<!-- name -->` and
 * `<!-- /name -->` of the page in docs/performance that has them.
 */
export async function publish(name, { markdown, documented = markdown, result }, isForDocument) {
  writeFileSync(resultFile(`${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(resultFile(`${name}.md`), markdown);
  console.log(markdown);
  if (isForDocument) await replaceInDocument(name, documented);
}

async function replaceInDocument(name, markdown) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = pageWith(begin);
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (to < from) throw new Error(`${page} has no ${end} after ${begin}`);
  const replaced = `${text.slice(0, from + begin.length)}\n\n${markdown}\n${text.slice(to)}`;
  const style = await prettier.resolveConfig(page);
  writeFileSync(page, await prettier.format(replaced, { ...style, filepath: page }));
}

function pageWith(mark) {
  const pages = readdirSync(FOLDER).map((name) => join(FOLDER, name));
  const page = pages.find((each) => readFileSync(each, 'utf8').includes(mark));
  if (page === undefined) throw new Error(`no page in ${FOLDER} has ${mark}`);
  return page;
}
