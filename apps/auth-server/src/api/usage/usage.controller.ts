import { Controller, Get, Inject, Param, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApplicationRepository } from '../../model/clients/registration/application.repository';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { invalidFields } from '../../platform/http/answers/problem';
import { ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { QueryText } from '../../platform/http/edge/edge-request';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { HOURS_KEPT } from '../../model/usage/usage-count.entity';
import { HOUR, UsageRepository, hourOf } from '../../model/usage/usage.repository';
import { UsageView, toUsageView } from './usage.view';

const DEFAULT_HOURS = 24;

@ApiTags('applications')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@ActsByCookie()
@Controller('api/applications/:client_id/usage')
export class UsageController {
  constructor(
    private readonly applications: ApplicationRepository,
    private readonly usage: UsageRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Count how often your application got codes and tokens and was refused; up to 30 seconds behind',
  })
  @ApiQuery({
    name: 'hours',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: HOURS_KEPT, default: DEFAULT_HOURS },
    description: 'How many hours back, including the current one.',
  })
  @ApiOkResponse({ type: UsageView })
  @ApiProblem(400, 404)
  async show(
    @CurrentCaller() { account }: Caller,
    @Param('client_id') clientId: string,
    @QueryText() query: string,
  ): Promise<UsageView> {
    const hours = readHours(query);
    const { id, createdAt } = await this.applications.get(clientId, account.id);
    const now = this.clock.now();
    const from = hourOf(now) - (hours - 1) * HOUR;
    const [counted, first] = await Promise.all([this.usage.of(id, from), this.usage.since(now)]);
    const since = first === null ? null : Math.max(first, createdAt);
    return toUsageView(counted, { from, to: now, since });
  }
}

/** @throws Problem 400. */
function readHours(query: string): number {
  const sent = new URLSearchParams(query).getAll('hours');
  if (sent.length === 0) return DEFAULT_HOURS;
  const [text = ''] = sent;
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (sent.length > 1 || hours < 1 || hours > HOURS_KEPT)
    throw invalidFields([{ field: 'hours', detail: `must be a whole number from 1 to ${HOURS_KEPT}` }]);
  return hours;
}
