import { collectDefaultMetrics, Counter as PromCounter, Gauge as PromGauge, Histogram as PromHistogram, Registry } from "prom-client";

/** Counts of one process for `GET /metrics`. Parts take the few they need as ports; only this file knows the library. */
export interface Metrics {
  readonly counter: (name: string, help: string, labels?: readonly string[]) => Counter;
  /** `read` is asked at each scrape; null: it cannot be told now, and the scrape has no such figure. */
  readonly gauge: (name: string, help: string, read: () => number | null | Promise<number | null>) => void;
  /** A count that a part keeps itself, asked for at each scrape; it never falls while the process lives. */
  readonly total: (name: string, help: string, read: () => number) => void;
  /** `buckets` in the unit that the name ends with. */
  readonly histogram: (name: string, help: string, buckets: readonly number[], labels?: readonly string[]) => Histogram;
  /** Prometheus text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}
export interface Counter {
  add(labels?: Readonly<Record<string, string | number>>, by?: number): void;
}
export interface Histogram {
  observe(value: number, labels?: Readonly<Record<string, string | number>>): void;
}

/** Names get the prefix `parlour_`; figures of the process come with it. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "parlour_" });
  const registers = [registry];
  return {
    counter(name, help, labels = []) {
      const counter = new PromCounter({ name: `parlour_${name}`, help, labelNames: [...labels], registers });
      return {
        add(values = {}, by = 1) {
          counter.inc(values, by);
        },
      };
    },
    gauge(name, help, read) {
      const gauge: PromGauge = new PromGauge({
        name: `parlour_${name}`,
        help,
        registers,
        collect: async () => {
          const value = await read();
          if (value === null) gauge.remove();
          else gauge.set(value);
        },
      });
    },
    total(name, help, read) {
      const total: PromCounter = new PromCounter({
        name: `parlour_${name}_total`,
        help,
        registers,
        collect() {
          total.reset();
          total.inc(read());
        },
      });
    },
    histogram(name, help, buckets, labels = []) {
      const histogram = new PromHistogram({ name: `parlour_${name}`, help, labelNames: [...labels], buckets: [...buckets], registers });
      return {
        observe(value, values = {}) {
          histogram.observe(values, value);
        },
      };
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
