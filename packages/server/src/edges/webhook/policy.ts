import type { Policy } from "../../delivery/index.ts";
import { series } from "../../delivery/schedule.ts";

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Pauses before each attempt, from the end of the previous one, each longer or shorter by up to a fifth (WH-061). */
const pausesMs: readonly number[] = [
  0,
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
];
const jitter = 0.2;

/** Total time of an attempt (WH-060), how much of an answer is read (WH-040), when it is tried again. */
export const webhookPolicy: Policy = { timeoutMs: 15 * seconds, maxReplyBytes: 256 * 1024, schedule: series(pausesMs, jitter) };

/** Most that Retry-After postpones an attempt (WH-061). */
export const longestPauseMs = 24 * hours;

/** Changes of a visitor within this time are one event (WH-012). */
export const mergeMs = 2 * seconds;

/** Pause after which what the database could not do is tried again; so often at most for a reply's data, which is within its claim's lease. */
export const againMs = 1 * seconds;
export const mostTries = 12;

/** Largest body (WH-033). */
export const bodyMaxBytes = 1024 * 1024;
