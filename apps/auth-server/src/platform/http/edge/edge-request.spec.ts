import { mediaType } from './edge-request';

describe('mediaType', () => {
  it.each([
    ['application/json', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['application/json;charset="UTF-8"', 'application/json'],
    ['application/json ; charset=utf8; x=y', 'application/json'],
    ['application/x-www-form-urlencoded;', 'application/x-www-form-urlencoded'],
    ['application/json; charset=utf-16', 'application/json'],
    ['application/x-www-form-urlencoded; charset=iso-8859-1', 'application/x-www-form-urlencoded'],
    ['', null],
    [';charset=utf-8', null],
    [undefined, null],
  ])('%j is %j', (header, type) => expect(mediaType(header)).toBe(type));
});
