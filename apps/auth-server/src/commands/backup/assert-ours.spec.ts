import { MIGRATIONS } from '../../platform/database/migrations';
import { assertKnown, assertUpToDate } from './assert-ours';

const NAMES = MIGRATIONS.map(({ name }) => name);

describe('the migrations that a file has seen', () => {
  it.each([
    ['none', [], 'it is not from this server'],
    ['one more', [...NAMES, 'Later9'], 'it is of a later version, which made Later9'],
    ['others', ['Foundation17'], 'it is of a build before 0.1.0, which made Foundation17'],
  ])('%s are refused', (_, names, message) => {
    expect(() => assertKnown(names, 'it')).toThrow(message);
  });

  it('are ours, and all that there are, or those of an earlier version', () => {
    expect(() => assertKnown(NAMES, 'it')).not.toThrow();
    expect(() => assertUpToDate(NAMES, 'it')).not.toThrow();
    expect(() => assertUpToDate(NAMES.slice(1), 'it')).toThrow(
      'it is from an earlier version: start this version on it once',
    );
  });
});
