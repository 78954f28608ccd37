import { fieldsBy } from '../../protocol/client/field-mapping';
import type { RegisteredFields } from '../../protocol/client/problems';
import type { ChangeApplicationDto } from './application.dto';

/** The fields that a body of `/api` holds. */
export function sentFields(dto: ChangeApplicationDto): Partial<RegisteredFields> {
  const fields = fieldsBy<Partial<RegisteredFields>>(({ api, kind }) => {
    const value = api && dto[api];
    return (kind === 'texts' || kind === 'jwks') && value != null ? JSON.stringify(value) : value;
  });
  return dto.redirect_uris === undefined ? fields : { ...fields, redirectUris: dto.redirect_uris };
}
