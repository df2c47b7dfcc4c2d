import type { RetryPolicy } from "../../delivery/index.ts";
import { createBackoffSchedule } from "../../delivery/schedule.ts";

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Delays between attempts in ms. Each varies by up to 20 % (WH-061). */
const retryDelaysMs: readonly number[] = [
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

/** Time limit of an attempt (WH-060), maximum size of a response (WH-040), and retry schedule. */
export const webhookRetryPolicy: RetryPolicy = {
  timeoutMs: 15 * seconds,
  maxReplyBytes: 256 * 1024,
  schedule: createBackoffSchedule(retryDelaysMs, jitter),
};

/** Maximum delay that Retry-After can cause, in ms (WH-061). */
export const maxRetryAfterMs = 24 * hours;

/** Time in ms within which changes of a visitor are merged into one event (WH-012). */
export const mergeWindowMs = 2 * seconds;

/**
 * Delay in ms after a database failure, and the maximum number of attempts to store the data of a
 * response. All attempts fit into the lease of the claim.
 */
export const applyRetryDelayMs = 1 * seconds;
export const maxApplyAttempts = 12;

/** Maximum size of a body, in bytes (WH-033). */
export const maxBodyBytes = 1024 * 1024;
