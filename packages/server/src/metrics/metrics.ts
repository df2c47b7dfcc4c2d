import {
  collectDefaultMetrics,
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
} from "prom-client";
import { performance } from "node:perf_hooks";
import { version } from "../version.ts";

/**
 * Metrics of one process for `GET /metrics`. Parts of the server receive the functions they need,
 * because only this file uses the metrics library.
 */
export interface Metrics extends Recorders, Gauges, Totals {
  /** Returns all metrics in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}
interface Gauges {
  /** Registers a gauge. `read` is called for each scrape. null omits the value. */
  readonly gauge: (
    name: string,
    help: string,
    read: () => number | null | Promise<number | null>,
  ) => void;
  /** Registers a gauge with one value per label value. */
  readonly gauges: (
    name: string,
    help: string,
    label: string,
    read: () => ValuesByLabel | null | Promise<ValuesByLabel | null>,
  ) => void;
}
/** Counts that are read at each scrape. */
interface Totals {
  /** Registers a total with one count per label value. */
  readonly totals: (name: string, help: string, label: string, read: () => ValuesByLabel) => void;
  /** Registers a count that never decreases. `read` is called for each scrape. */
  readonly total: (name: string, help: string, read: () => number) => void;
}
/** Metrics to which parts report each occurrence. */
interface Recorders {
  readonly counter: (name: string, help: string, labels?: readonly string[]) => Counter;
  /** Registers a histogram. `buckets` are in the unit that the name ends with. */
  readonly histogram: (
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly string[],
  ) => Histogram;
}
/** One number per label value. */
export type ValuesByLabel = Readonly<Record<string, number>>;
interface Counter {
  add(labels?: Readonly<Record<string, string | number>>, by?: number): void;
}
interface Histogram {
  observe(value: number, labels?: Readonly<Record<string, string | number>>): void;
}

/**
 * Interval in ms at which the delay of the event loop is sampled. It is part of each sample, and
 * docs/operate/dashboard.json subtracts it. Each sample wakes the process, and the default of 10 ms
 * would cost as much as the rest of an idle process (PERF-16, PERF-20).
 */
const eventLoopSampleMs = 100;

/**
 * Metrics of the process itself, which all servers of a process share. The library samples them
 * until the process ends, so a collection per server would leave each closed server in memory.
 */
let processRegistry: Registry | undefined;
function collectProcessMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    prefix: "parlour_",
    eventLoopMonitoringPrecision: eventLoopSampleMs,
  });
  return registry;
}

/** Creates the metrics, with those of the process. Names get the prefix `parlour_`. */
export function createMetrics(): Metrics {
  const ofProcess = (processRegistry ??= collectProcessMetrics());
  const registry = new Registry();
  const registers = [registry];
  const metrics: Metrics = {
    ...createRecorders(registers),
    ...createGauges(registers),
    ...createTotals(registers),
    text: async () => (await ofProcess.metrics()) + (await registry.metrics()),
    contentType: registry.contentType,
  };
  metrics.gauges("build_info", "1; the release as a label", "version", () => ({ [version]: 1 }));
  metrics.total(
    "event_loop_active_seconds",
    "Time in which the event loop worked",
    () => performance.eventLoopUtilization().active / 1_000,
  );
  return metrics;
}

function createRecorders(registers: Registry[]): Recorders {
  return {
    counter(name, help, labels = []) {
      const counter = new PromCounter({
        name: `parlour_${name}`,
        help,
        labelNames: [...labels],
        registers,
      });
      return {
        add(values = {}, amount = 1) {
          counter.inc(values, amount);
        },
      };
    },
    histogram(name, help, buckets, labels = []) {
      const histogram = new PromHistogram({
        name: `parlour_${name}`,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers,
      });
      return {
        observe(value, values = {}) {
          histogram.observe(values, value);
        },
      };
    },
  };
}

function createGauges(registers: Registry[]): Gauges {
  return {
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
    gauges(name, help, label, read) {
      const gauge: PromGauge = new PromGauge({
        name: `parlour_${name}`,
        help,
        labelNames: [label],
        registers,
        collect: async () => {
          const values = await read();
          gauge.reset();
          for (const [labelValue, value] of Object.entries(values ?? {}))
            gauge.set({ [label]: labelValue }, value);
        },
      });
    },
  };
}

function createTotals(registers: Registry[]): Totals {
  return {
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
    totals(name, help, label, read) {
      const total: PromCounter = new PromCounter({
        name: `parlour_${name}_total`,
        help,
        labelNames: [label],
        registers,
        collect() {
          total.reset();
          for (const [labelValue, value] of Object.entries(read()))
            total.inc({ [label]: labelValue }, value);
        },
      });
    },
  };
}
