import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';

import { NO_REVOCATIONS, type RevocationsHealth } from '../../verify/revocations/revocations.ts';
import type { TrustedIssuer } from '../../verify/trusted-issuer.ts';
import { GuardMetrics } from './guard-metrics.ts';

const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const provider = new MeterProvider({
  readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })],
});
afterAll(() => provider.shutdown());

const trusted = (issuer: string, state: RevocationsHealth['state']) =>
  ({ issuer, revocations: { ...NO_REVOCATIONS, health: () => ({ state }) } }) as unknown as TrustedIssuer;

it('consentry.guard.revocations.stale tells it of each issuer', async () => {
  const metrics = new GuardMetrics(provider.getMeter('notes'));
  const silent = { issuer: 'none', revocations: NO_REVOCATIONS } as unknown as TrustedIssuer;
  metrics.watch([trusted('stale', 'stale'), trusted('fresh', 'fresh'), trusted('waiting', 'waiting'), silent]);
  await provider.forceFlush();
  const [stale] = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  expect(stale!.descriptor.name).toBe('consentry.guard.revocations.stale');
  expect(stale!.dataPoints.map(({ attributes, value }) => [attributes.issuer, value])).toEqual([
    ['stale', 1],
    ['fresh', 0],
    ['waiting', 0],
    ['none', 0],
  ]);
});
