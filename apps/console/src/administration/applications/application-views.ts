import { api } from '../../api/api';
import type { components } from '../../api/generated/schema';
import { administer } from '../administer';

export type AnyApplication = components['schemas']['AdministeredApplicationView'];
export type ApplicationDetail = components['schemas']['ApplicationDetailView'];

/** Where an application is shown: its client ID may be the URL of a document. */
export const applicationPlace = (clientId: string): string => `/admin/applications/${encodeURIComponent(clientId)}`;

export const loadApplication = (clientId: string): Promise<ApplicationDetail> =>
  administer(() => api.GET('/api/admin/applications/{client_id}', { params: { path: { client_id: clientId } } }));
