/** What the guard uses of a `Meter` of `@opentelemetry/api` 1.9. */
export interface GuardMeter {
  createCounter(name: string, options?: InstrumentOptions): Counter;
  createHistogram(name: string, options?: InstrumentOptions): Histogram;
  createObservableGauge(name: string, options?: InstrumentOptions): ObservableGauge;
}

interface InstrumentOptions {
  description?: string;
  unit?: string;
  advice?: { explicitBucketBoundaries?: number[] };
}

type Attributes = Record<string, string>;

export interface Counter {
  add(value: number, attributes?: Attributes): void;
}

export interface Histogram {
  record(value: number, attributes?: Attributes): void;
}

export type Observation = (result: { observe(value: number, attributes?: Attributes): void }) => void;

export interface ObservableGauge {
  addCallback(callback: Observation): void;
  removeCallback(callback: Observation): void;
}
