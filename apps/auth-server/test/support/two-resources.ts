import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDir } from './server';

export const PHOTOS = 'https://photos.example.com';

/** Settings of a server that knows two resources: Photos beside Notes, so that scopes can be of different ones. */
export function twoResources(): { RESOURCES_FILE: string } {
  const scope = (name: string, description: string) => ({ name, description });
  const resources = [
    {
      url: 'http://localhost:3001',
      name: 'Notes',
      scopes: [scope('notes:read', 'Read your notes'), scope('notes:write', 'Write notes for you')],
    },
    { url: PHOTOS, name: 'Photos', scopes: [scope('photos:read', 'See your photos')] },
  ];
  const file = join(freshDir(), 'resources.json');
  writeFileSync(file, JSON.stringify(resources));
  return { RESOURCES_FILE: file };
}
