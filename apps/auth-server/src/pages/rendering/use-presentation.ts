import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Presentation } from './presentation';

/** Around every document: `Pages` gives it. */
export const PresentationContext = createContext<Presentation | null>(null);

/** How the page that is being drawn speaks to its reader. @throws Error outside of a document. */
export function usePresentation(): Presentation {
  const presentation = useContext(PresentationContext);
  if (presentation === null) throw new Error('a component is drawn outside of a document');
  return presentation;
}
