import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestServer, freshDir } from '../server/server';

export const PHOTOS = 'https://photos.example.com';

interface Resource {
  url: string;
  name: string;
  scopes: { name: string; description: string }[];
  client_credentials_clients: '*';
  token_exchange_clients: '*';
}

const scope = (name: string, description: string) => ({ name, description });

/** The operator allows every client; only the applications' own settings restrict them. */
const LISTED = { client_credentials_clients: '*', token_exchange_clients: '*' } as const;

const NOTES: Resource = {
  ...LISTED,
  url: 'http://localhost:3001',
  name: 'Notes',
  scopes: [scope('notes:read', 'Read your notes'), scope('notes:write', 'Write notes for you')],
};

/** Photos beside Notes: scopes of two resources. */
const BOTH: Resource[] = [
  NOTES,
  { ...LISTED, url: PHOTOS, name: 'Photos', scopes: [scope('photos:read', 'See your photos')] },
];

/** Later versions of the resources file. */
export const RESOURCES = {
  both: BOTH,
  /** No write scopes, and no Photos. */
  reading: [{ ...NOTES, scopes: NOTES.scopes.slice(0, 1) }],
  /** The same scope names at another resource. */
  movedNotes: [{ ...NOTES, url: 'http://localhost:3002' }],
};

/** Settings of a server with two resources. */
export const twoResources = () => settingsOf(BOTH);

/** Settings of a server with these resources, in a file. */
export function settingsOf(resources: object[], RESOURCES_FILE = join(freshDir(), 'resources.json')) {
  writeFileSync(RESOURCES_FILE, JSON.stringify(resources));
  return { RESOURCES_FILE };
}

/** Rewrites the resources file and restarts on the same data. */
export async function restartWith(
  resources: keyof typeof RESOURCES,
  server: TestServer,
  env: { RESOURCES_FILE: string },
): Promise<void> {
  settingsOf(RESOURCES[resources], env.RESOURCES_FILE);
  await server.restart(env);
}
