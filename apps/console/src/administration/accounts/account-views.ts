import { api } from '../../api/api';
import type { components } from '../../api/generated/schema';
import { administer } from '../administer';
import type { LoadPage } from '../use-pages';

export type ListedAccount = components['schemas']['AdministeredAccountView'];
export type Account = components['schemas']['AccountDetailView'];
export type Role = ListedAccount['roles'][number];

export const ROLES = ['developer', 'admin'] as const satisfies readonly Role[];

/** Who it is, in one line; accounts of another issuer have no email here. */
export const titleOf = ({ email, name, subject, id }: ListedAccount): string => email ?? name ?? subject ?? id;

/** @param email its beginning; empty: all */
export const accountsBy =
  (email: string): LoadPage<ListedAccount> =>
  (cursor) =>
    administer(() => api.GET('/api/admin/accounts', { params: { query: { ...cursor, ...(email && { email }) } } }));

/** Where an account is shown: its id may have any visible character of ASCII. */
export const accountPlace = (id: string): string => `/admin/accounts/${encodeURIComponent(id)}`;

export const loadAccount = (id: string): Promise<Account> =>
  administer(() => api.GET('/api/admin/accounts/{id}', { params: { path: { id } } }));
