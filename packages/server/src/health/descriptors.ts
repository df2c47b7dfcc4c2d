import { open } from "node:fs/promises";
import type { Clock } from "../core/command.ts";
import { finding, type Finding } from "./finding.ts";

/**
 * Checks whether this process can accept another connection, which needs a file descriptor (F09).
 */
export interface DescriptorCheck {
  /** Records that a connection could not be accepted. */
  acceptFailed(error: NodeJS.ErrnoException): void;
  look(): Promise<Finding>;
}

/** Time in milliseconds for which the check reports a failed accept. */
const reportedMs = 5_000;

export interface DescriptorDeps {
  readonly clock: Clock;
  readonly log: { error(fields: object, message: string): void };
  /** Any folder that can be opened. */
  readonly folder: string;
}

/** Creates the check. It also logs failed accepts, at most one line per report period. */
export function openDescriptorCheck({ clock, log, folder }: DescriptorDeps): DescriptorCheck {
  let quietUntil = 0;
  let reportedUntil = 0;
  return {
    acceptFailed(error) {
      const until = clock.monotonic() + reportedMs;
      // The server fails again in each event-loop turn while a connection waits, so one log line is
      // enough.
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
 * Returns whether no descriptor is left. Node usually accepts a connection without a free
 * descriptor and closes it without an error, so this opens a folder. Other errors are problems of
 * the disk.
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
