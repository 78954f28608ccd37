import { Failure } from '../api/failure';
import { type Loaded, useLoaded } from '../api/use-loaded';

/** A part of the console that is fetched when it is first shown. */
export function useLazy<Module>(load: () => Promise<Module>): Loaded<Module> {
  const loaded = useLoaded(() => load().catch(unreachable));
  // A server of another version has other files: only a new page names them.
  return loaded.state === 'failed' ? { ...loaded, again: () => location.reload() } : loaded;
}

function unreachable(): never {
  throw new Failure('offline');
}
