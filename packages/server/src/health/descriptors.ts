import { open } from "node:fs/promises";
import type { Clock } from "../core/ports.ts";
import { finding, type Finding } from "./finding.ts";

/** Whether this process can take another connection: each needs a file descriptor (F09). */
export interface DescriptorCheck {
  /** A connection could not be accepted. */
  acceptFailed(error: NodeJS.ErrnoException): void;
  look(): Promise<Finding>;
}

/** How long the check reports a failed accept, ms. */
const reportedMs = 5_000;

export interface DescriptorDeps {
  readonly clock: Clock;
  readonly log: { error(fields: object, message: string): void };
  /** Any folder that can be opened. */
  readonly folder: string;
}

export function openDescriptorCheck({ clock, log, folder }: DescriptorDeps): DescriptorCheck {
  let quietUntil = 0;
  let reportedUntil = 0;
  return {
    acceptFailed(error) {
      const until = clock.monotonic() + reportedMs;
      // The server fails again in each turn of the event loop while somebody waits to be accepted: one line is enough.
      if (clock.monotonic() >= quietUntil) log.error({ err: error }, "http.accept_failed");
      quietUntil = until;
      if (isForDescriptors(error)) reportedUntil = until;
    },
    async look() {
      return finding(clock.monotonic() < reportedUntil || (await isOutOfDescriptors(folder)) ? "sockets_none" : "sockets_good");
    },
  };
}

/**
 * Node usually accepts a connection for which no descriptor is left and closes it without an error, so one is asked for here. Any other error about the
 * folder is the disk's.
 */
async function isOutOfDescriptors(folder: string): Promise<boolean> {
  try {
    await (await open(folder, "r")).close();
    return false;
  } catch (error) {
    return isForDescriptors(error as NodeJS.ErrnoException);
  }
}
const isForDescriptors = ({ code }: NodeJS.ErrnoException): boolean => code === "EMFILE" || code === "ENFILE";
