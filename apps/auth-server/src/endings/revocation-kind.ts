/** Seconds by which the clocks of processes on one database may differ. */
export const CLOCK_SKEW = 60;

/** As `below`: every `iat`. */
export const ANY_TIME = Number.MAX_SAFE_INTEGER;

/**
 * What an entry refuses, by claims that a token has. Entries are independent: a token is refused by any of them; only of
 * `disabled` and `enabled` entries that name an application the one with the highest version counts.
 *
 * | kind     | subject               | refuses                                                                        |
 * | -------- | --------------------- | ------------------------------------------------------------------------------ |
 * | family   | family id             | `fam`                                                                          |
 * | token    | token id              | `jti`                                                                          |
 * | grant    | account id + clientId | `sub` and the grant's client, where `ge` (absent: 0) is below                  |
 * | reissue  | account id + clientId | the same, where `rv` (absent: 0) is below                                      |
 * |          | account id + empty    | the same for every client of a grant                                           |
 * |          | public client_id + empty | the application's own tokens (`sub`), where `rv` is below                   |
 * | account  | account id            | `sub`                                                                          |
 * | client   | public client_id      | deleted: `client_id`, the grant's client, `sub`; issued (`iat`) before `below` |
 * | disabled | public client_id      | the same, whenever issued                                                      |
 * | enabled  | public client_id      | nothing                                                                        |
 * | key      | kid                   | tokens signed by that key                                                      |
 * | before   | empty                 | every token issued (`iat`) before `below`: a restore, a new master key         |
 *
 * The grant's client is the claim `gc`, or where that is absent `client_id`. `iat` and its `below` are epoch seconds. Of a
 * deleted client `below` is {@link ANY_TIME}, unless it is known by a document: that one may come back under its id.
 */
export type RevocationKind =
  'family' | 'token' | 'grant' | 'reissue' | 'account' | 'client' | 'disabled' | 'enabled' | 'key' | 'before';
