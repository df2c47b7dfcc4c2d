import { open } from "node:fs/promises";
import type { Clock } from "../core/command.ts";
import { createFinding, type Finding } from "./finding.ts";

/** Checks whether the process can accept a connection: file descriptors (F09). */
export interface DescriptorCheck {
  /** Records that a connection could not be accepted. */
  acceptFailed(error: NodeJS.ErrnoException): void;
  check(): Promise<Finding>;
}

/** Time in ms for which the check reports a failed accept. */
const reportDurationMs = 5_000;

export interface DescriptorDeps {
  readonly clock: Clock;
  readonly log: { error(fields: object, message: string): void };
  /** Any folder that the process can open. */
  readonly folder: string;
}

/** Creates the check. It also logs failed accepts, at most one line per report period. */
export function createDescriptorCheck({ clock, log, folder }: DescriptorDeps): DescriptorCheck {
  let noLogUntil = 0;
  let reportedUntil = 0;
  return {
    acceptFailed(error) {
      const until = clock.monotonic() + reportDurationMs;
      // The server fails again in each turn of the event loop while a connection waits, so one log
      // line is sufficient.
      if (clock.monotonic() >= noLogUntil) log.error({ err: error }, "http.accept_failed");
      noLogUntil = until;
      if (isDescriptorError(error)) reportedUntil = until;
    },
    async check() {
      return createFinding(
        clock.monotonic() < reportedUntil || (await isOutOfDescriptors(folder))
          ? "sockets_none"
          : "sockets_good",
      );
    },
  };
}

/**
 * Returns whether no file descriptor is free. Without one, Node usually accepts a connection and
 * closes it without an error. This function therefore tries to open a folder. Other errors are
 * problems of the disk.
 */
async function isOutOfDescriptors(folder: string): Promise<boolean> {
  try {
    await (await open(folder, "r")).close();
    return false;
  } catch (error) {
    return isDescriptorError(error as NodeJS.ErrnoException);
  }
}
const isDescriptorError = ({ code }: NodeJS.ErrnoException): boolean =>
  code === "EMFILE" || code === "ENFILE";
