import { parseResource } from './resource-indicator';

describe('resource (RFC 8707 §2)', () => {
  it.each([
    [undefined, null],
    ['https://notes.example', 'https://notes.example'],
    ['https://notes.example https://notes.example', 'https://notes.example'],
    ['urn:notes', 'urn:notes'],
  ])('%j names %j', (text, url) => expect(parseResource(text)).toBe(url));

  it.each(['https://a.example https://b.example', 'notes', '/notes', 'https://a.example#x'])(
    '%j names none',
    (text) => {
      expect(() => parseResource(text)).toThrow('invalid_target');
    },
  );
});
