import { clientReaping } from '../clients/client-purge';
import { forgetInitialAccessTokens } from '../clients/initial-access-token-forgetting';
import { forgetCodes } from '../codes/code-forgetting';
import { forgetConsents } from '../consents/consent-forgetting';
import { forgetDevices } from '../devices/device-forgetting';
import { forgetEvents } from '../events/event-forgetting';
import { grantReaping } from '../grants/grant-purge';
import { looseEndChore } from '../grants/pending-revocation-job';
import { forgetLimitCounts } from '../limits/limit-forgetting';
import { forgetLogoutNotices } from '../logouts/logout-notice-forgetting';
import { forgetPushedRequests } from '../pushed-requests/request-forgetting';
import { forgetUsedTokens } from '../used-jtis/used-jti-expiry';
import { forgetSessions, forgetSignInDemands } from '../sessions/session-forgetting';
import { reapFamilies } from '../tokens/family-purge';
import { forgetRevocations } from '../tokens/revocation-forgetting';

import type { Settings } from '../config/settings';
import { type Chore, expiry } from '../database/removal';

const forgetLeases = expiry('leases', { key: 'name', column: 'expires_at' });

/** What there is to do, in an order that foreign keys allow: codes name families and grants, families name grants. */
export const newChores = ({ eventsKept }: Pick<Settings, 'eventsKept'>): Chore[] => [
  forgetConsents,
  forgetSessions,
  forgetLimitCounts,
  forgetSignInDemands,
  forgetUsedTokens,
  forgetPushedRequests,
  forgetRevocations,
  forgetLogoutNotices,
  forgetCodes,
  forgetDevices,
  reapFamilies,
  grantReaping(),
  clientReaping(),
  forgetInitialAccessTokens,
  forgetEvents(eventsKept),
  forgetLeases,
  looseEndChore(),
];
