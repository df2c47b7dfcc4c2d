export interface Timers {
  now(): number;
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}
