import type { Application } from '../api/api';
import type { ServerFacts } from './server-facts';

/** What every part of an application's page is given. */
export interface OfApplication extends ServerFacts {
  application: Application;
  /** Shows what an answer brought. */
  change: (application: Application) => void;
}
