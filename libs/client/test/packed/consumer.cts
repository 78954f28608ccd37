import { type ClientOptions, ConsentryClient, ConsentryClientModule, type TokenStore } from '@consentry/client';

declare const store: TokenStore;
declare const client: ConsentryClient;
declare const options: ClientOptions;

export const module = ConsentryClientModule.forRoot({ ...options, store });
export const begin = async (session: { pending?: object }): Promise<string> => {
  const { url, pending } = await client.begin({ prompt: 'consent' });
  session.pending = pending;
  return url.href;
};
export const call = (person: string): Promise<Response> => client.fetchFor(person)('https://notes.example.com/notes');
