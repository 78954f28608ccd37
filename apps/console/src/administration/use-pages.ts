import { type Loaded, useLoaded } from '../api/use-loaded';

/** A part of a list, and where the next one begins. */
export interface Pages<Item> {
  items: Item[];
  next_cursor: string | null;
}

export type LoadPage<Item> = (cursor: { cursor?: string }) => Promise<Pages<Item>>;

/** The first page of a list, and anew with another key. */
export const usePages = <Item>(load: LoadPage<Item>, key = ''): Loaded<Pages<Item>> => useLoaded(() => load({}), key);
