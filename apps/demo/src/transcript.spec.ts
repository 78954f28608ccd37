import { spawnSync } from 'node:child_process';
import { transcript } from './transcript';

const urls = { authUrl: 'http://localhost:3000', baseUrl: 'http://[::1]:3001/notes/v1' };
const credentials = {
  account: { email: 'demo-1@example.com', password: 'pass-word_1' },
  application: { clientId: 'client-1', clientSecret: 'secret_1', redirectUri: 'http://localhost:8080/callback' },
};
const lines = transcript(urls, credentials);
const comments = lines.filter((line) => line.startsWith('#'));
const commands = lines.filter((line) => !line.startsWith('#'));

describe('transcript', () => {
  it('has one line for each comment and command, short enough for any terminal', () => {
    for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]{1,1000}$/);
  });

  it('has comments that do no harm in a shell that runs them, as an interactive zsh does', () => {
    for (const comment of comments) expect(comment).toMatch(/^#[\w .,:/@[\]-]*$/);
  });

  it('leaves the exclamation mark alone, which an interactive bash expands', () => {
    for (const command of commands) expect(command).not.toContain('!');
  });

  it.each(['sh', 'bash', 'zsh'])('has commands that each stand alone in %s', (shell) => {
    if (spawnSync(shell, ['-c', 'true']).error) return;
    for (const command of commands) expect(spawnSync(shell, ['-n'], { input: command }).stderr.toString()).toBe('');
  });

  it('names every secret once, where its variable is set', () => {
    for (const secret of ['pass-word_1', 'secret_1', 'client-1']) {
      expect(lines.filter((line) => line.includes(secret))).toEqual([expect.stringContaining(`='${secret}'`)]);
    }
  });
});
