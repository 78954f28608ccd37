import type { AccessPolicy, VerifiedAccessToken } from '@consentry/guard';
import { Injectable } from '@nestjs/common';

/** Only tokens that come from an account's grant have a `familyId`: an application in its own name has no cats. */
@Injectable()
export class CatsOfPeople implements AccessPolicy {
  decide({ familyId }: VerifiedAccessToken) {
    return { allowed: familyId !== undefined, description: 'Only people have cats' };
  }
}
