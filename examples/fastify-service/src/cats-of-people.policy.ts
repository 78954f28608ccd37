import type { AccessPolicy, VerifiedAccessToken } from '@consentry/guard';
import { Injectable } from '@nestjs/common';

/** An application in its own name is no account (`sub` is its `client_id`): it has no cats. */
@Injectable()
export class CatsOfPeople implements AccessPolicy {
  decide({ subject, clientId }: VerifiedAccessToken) {
    return { allowed: subject !== clientId, description: 'Only people have cats' };
  }
}
