import type { Check } from './check';
import { DATABASE_CHECKS } from './inside/database-checks';
import type { InsideFacts } from './inside/inside-facts';
import { SETTINGS_CHECKS } from './inside/settings-checks';
import { STORED_CHECKS } from './inside/stored-checks';
import { LOGIN_CHECKS } from './login/login-checks';
import { PROVIDER_CHECKS } from './login/provider-checks';
import { CALLER_CHECKS } from './outside/caller-checks';
import { METADATA_CHECKS } from './outside/metadata-checks';
import type { OutsideFacts } from './outside/outside-facts';
import { TRANSPORT_CHECKS } from './outside/transport-checks';

/** Over HTTP, by anybody. */
export const OUTSIDE_CHECKS: readonly Check<OutsideFacts>[] = [
  ...TRANSPORT_CHECKS,
  ...METADATA_CHECKS,
  ...CALLER_CHECKS,
];

/** With the settings of the server. */
export const INSIDE_CHECKS: readonly Check<InsideFacts>[] = [
  ...SETTINGS_CHECKS,
  ...DATABASE_CHECKS,
  ...STORED_CHECKS,
  ...LOGIN_CHECKS,
  ...PROVIDER_CHECKS,
];
