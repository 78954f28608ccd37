import { Controller, Get, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { ProofPages } from './proof-pages';

/** Where links in mails lead that prove an email. */
@ApiExcludeController()
@Page()
@Controller()
export class VerifyController {
  constructor(private readonly proofs: ProofPages) {}

  @Get('verify')
  show(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.proofs.show('verify', visit);
  }

  @Post('verify')
  verify(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.proofs.prove('verify', visit);
  }

  @Get('account/email/confirm')
  showNew(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.proofs.show('change', visit);
  }

  @Post('account/email/confirm')
  change(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.proofs.prove('change', visit);
  }
}
