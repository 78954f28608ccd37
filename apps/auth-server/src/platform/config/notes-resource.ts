import type { Resource } from '../../protocol/request/scope';

/** What the example service gives access to, where `RESOURCES_FILE` names nothing else. */
export const NOTES: Omit<Resource, 'url'> = {
  name: 'Notes',
  texts: { de: { name: 'Notizen' } },
  scopes: [
    {
      name: 'notes:read',
      description: 'Read your notes',
      detail: 'All of them, including future ones',
      texts: { de: { description: 'Ihre Notizen lesen', detail: 'Alle, auch künftige' } },
    },
    {
      name: 'notes:write',
      description: 'Write notes for you',
      detail: 'Add notes in your name',
      texts: { de: { description: 'Notizen für Sie schreiben', detail: 'In Ihrem Namen neue Notizen anlegen' } },
    },
  ],
};
