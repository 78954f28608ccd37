import { useEffect, useState } from 'preact/hooks';
import { base } from './frame';

/** The address of a place below the server's prefix: `/console/new`. */
export const link = (place: string): string => base + place;

/** Below the prefix. */
const placeOf = ({ pathname }: Location | URL) => pathname.slice(base.length);

const isOfConsole = (url: URL) =>
  url.origin === location.origin && /^\/(console|admin)(\/|$)/.test(placeOf(url)) && url.pathname.startsWith(base);

const listeners = new Set<() => void>();
/** Asked before a place is left. @see keepFromLeaving */
let mayLeave = () => true;
let shown = location.href;
let isArriving = false;

/** Goes to a place of the console, which may have a query, unless the person stays. */
export function navigate(place: string): void {
  if (!mayLeave()) return;
  history.pushState(null, '', link(place));
  arrive();
}

function arrive(): void {
  isArriving ||= new URL(shown).pathname !== location.pathname;
  shown = location.href;
  for (const listener of listeners) listener();
}

/** Whether a person has come to another place since this was asked: pages tell it by their heading, some once they are loaded. */
export function hasArrived(): boolean {
  const has = isArriving;
  isArriving = false;
  return has;
}

/** Makes the links of the frame and of the console change the place without loading a page. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    const followed = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (followed === null || !isPlain || followed.target !== '' || !isOfConsole(new URL(followed.href))) return;
    event.preventDefault();
    const url = new URL(followed.href);
    navigate(placeOf(url) + url.search);
    followed.closest('details')?.removeAttribute('open');
  });
  addEventListener('popstate', () => {
    if (mayLeave()) arrive();
    else history.pushState(null, '', shown);
  });
  addEventListener('beforeunload', (event) => {
    if (isKept) event.preventDefault();
  });
}

let isKept = false;

/** While it is true, leaving the place is asked about; the browser asks by itself before another page. */
export function useKeptFromLeaving(isNeeded: boolean, question: string): void {
  useEffect(() => {
    isKept = isNeeded;
    mayLeave = () => !isKept || confirm(question);
    return () => {
      isKept = false;
      mayLeave = () => true;
    };
  }, [isNeeded, question]);
}

/** The place that is shown; it follows the address. */
export const usePlace = (): string => useAddress(() => placeOf(location));

/** The query that is shown; it follows the address. */
export const useQuery = (): URLSearchParams => new URLSearchParams(useAddress(() => location.search));

function useAddress(read: () => string): string {
  const [shown, setShown] = useState(read);
  useEffect(() => {
    const follow = () => setShown(read());
    listeners.add(follow);
    return () => void listeners.delete(follow);
  }, []);
  return shown;
}
