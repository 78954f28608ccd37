import { ApiProperty } from '@nestjs/swagger';
import { KNOWN_GRANT_TYPES } from '../../protocol/client/grant-types';
import { REFUSALS, isRefusal } from '../../model/usage/usage-kind';
import type { CountedKind } from '../../model/usage/usage.repository';

const countsBy = (names: readonly string[], description: string) =>
  ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: `${description}; zeros are omitted. One of: ${names.join(', ')}.`,
    example: { [names[0]!]: 3 },
  });

export class UsageHourView {
  @ApiProperty({ format: 'date-time', description: 'When the hour begins.' })
  hour: string;

  @ApiProperty({ description: 'Authorization codes issued.' })
  codes: number;

  @countsBy(KNOWN_GRANT_TYPES, 'Token responses of the token endpoint, by grant type')
  tokens: Record<string, number>;

  @countsBy(REFUSALS, 'Refusals of the token endpoint, by error')
  refusals: Record<string, number>;
}

export class UsageView {
  @ApiProperty({ format: 'date-time', description: 'When the first hour begins.' })
  from: string;

  @ApiProperty({ format: 'date-time', description: 'When this was answered.' })
  to: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Nothing earlier was counted or kept; null: nothing yet.',
  })
  since: string | null;

  @ApiProperty({ type: [UsageHourView], description: 'In ascending order; hours without a call are omitted.' })
  hours: UsageHourView[];
}

const textOf = (at: number) => new Date(at).toISOString();

/** @param counted ordered by hour. */
export function toHours(counted: readonly CountedKind[]): UsageHourView[] {
  const hours: UsageHourView[] = [];
  for (const { hour, kind, calls } of counted) {
    const text = textOf(hour);
    if (hours.at(-1)?.hour !== text) hours.push({ hour: text, codes: 0, tokens: {}, refusals: {} });
    const view = hours.at(-1)!;
    if (kind === 'code') view.codes = calls;
    else if (isRefusal(kind)) view.refusals[kind] = calls;
    else view.tokens[kind] = calls;
  }
  return hours;
}

export const toUsageView = (
  counted: readonly CountedKind[],
  { from, to, since }: { from: number; to: number; since: number | null },
): UsageView => ({
  from: textOf(from),
  to: textOf(to),
  since: since === null ? null : textOf(since),
  hours: toHours(counted),
});
