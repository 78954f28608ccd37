import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const START = join(__dirname, '../../../apps/auth-server/dist/start.js');

/** The other engine's driver, and pages that none of ours shows. */
const LEFT_OUT = ['pg', 'swagger-ui-dist'];

describe('what a start on SQLite loads', () => {
  const script = 'require(process.argv[1]); console.log(Object.keys(require.cache).join("\\n"))';
  const files = execFileSync(process.execPath, ['-e', script, START], { encoding: 'utf8' }).split('\n');
  const loadedOf = (name: string) => files.filter((file) => `${file}/`.includes(`/node_modules/${name}/`));

  it.each(LEFT_OUT)('is without %s', (name) => {
    expect(loadedOf('typeorm')).not.toEqual([]);
    expect(loadedOf(name)).toEqual([]);
  });

  it('holds one list of media types', () => {
    expect(loadedOf('mime-db').filter((file) => file.endsWith('db.json'))).toHaveLength(1);
  });
});
