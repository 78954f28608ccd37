import { Foundation1763600000000 } from './1763600000000-foundation';
import { Production1763700000000 } from './1763700000000-production';
import { Standards1763800000000 } from './1763800000000-standards';
import { UnboundCodes1763900000000 } from './1763900000000-unbound-codes';
import { LooseEnds1764000000000 } from './1764000000000-loose-ends';
import { PushedSecrets1764100000000 } from './1764100000000-pushed-secrets';
import { Developers1764200000000 } from './1764200000000-developers';
import { Strangers1764200000001 } from './1764200000001-strangers';
import { Limits1764300000000 } from './1764300000000-limits';
import { UnapprovedClients1764400000000 } from './1764400000000-unapproved-clients';
import { FairLogouts1764500000000 } from './1764500000000-fair-logouts';
import { AccessTokenCutoff1764600000000 } from './1764600000000-access-token-cutoff';
import { Revocations1764700000000 } from './1764700000000-revocations';
import { ClientRules1764800000000 } from './1764800000000-client-rules';
import { AccountClaims1764800000001 } from './1764800000001-account-claims';
import { Delegations1764800000002 } from './1764800000002-delegations';
import { Pages1764900000000 } from './1764900000000-pages';
import { Administration1765000000000 } from './1765000000000-administration';
import { Usage1765100000000 } from './1765100000000-usage';
import { SecretHints1765100000001 } from './1765100000001-secret-hints';
import { BoundedRevocations1765200000000 } from './1765200000000-bounded-revocations';
import { WithdrawnDocuments1765200000002 } from './1765200000002-withdrawn-documents';
import { KeptElsewhere1765300000000 } from './1765300000000-kept-elsewhere';
import { MetDemands1765300000001 } from './1765300000001-met-demands';
import { GivenIn1765300000002 } from './1765300000002-given-in';
import { RetryWindows1765300000003 } from './1765300000003-retry-windows';

/** In order; each runs once, all of those pending in one transaction. */
export const MIGRATIONS = [
  Foundation1763600000000,
  Production1763700000000,
  Standards1763800000000,
  UnboundCodes1763900000000,
  LooseEnds1764000000000,
  PushedSecrets1764100000000,
  Developers1764200000000,
  Strangers1764200000001,
  Limits1764300000000,
  UnapprovedClients1764400000000,
  FairLogouts1764500000000,
  AccessTokenCutoff1764600000000,
  Revocations1764700000000,
  ClientRules1764800000000,
  AccountClaims1764800000001,
  Delegations1764800000002,
  Pages1764900000000,
  Administration1765000000000,
  Usage1765100000000,
  SecretHints1765100000001,
  BoundedRevocations1765200000000,
  WithdrawnDocuments1765200000002,
  KeptElsewhere1765300000000,
  MetDemands1765300000001,
  GivenIn1765300000002,
  RetryWindows1765300000003,
];
