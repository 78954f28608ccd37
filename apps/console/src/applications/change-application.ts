import { type Application, type ChangedApplication, api, call } from '../api/api';

/** @returns the application as it is now. @throws Failure */
export function changeApplication({ client_id }: Application, body: ChangedApplication): Promise<Application> {
  const params = { path: { client_id } };
  return call(() => api.PATCH('/api/applications/{client_id}', { params, body }));
}
