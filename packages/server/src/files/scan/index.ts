import { refuse } from "../../core/failure.ts";
import { openTurns } from "../turns.ts";
import { ScanFault } from "./talk.ts";
import type { ScannedFile, ScannerClient } from "./verdict.ts";

/** Scans files before they are stored (CORE-168). */
export interface Scanner {
  /**
   * Resolves if no threat was found. Refuses with `unsupported_media_type` and the threat, or with
   * `temporarily_unavailable` while the scanner does not respond. Unscanned files are never stored.
   */
  check(file: ScannedFile, of: Owner): Promise<void>;
  /** Aborts the running scans. */
  close(): void;
}
/** Owner of the file, for the log. */
export type Owner = Readonly<Record<string, string | number>>;
export type ScanOutcome = "clean" | "found" | "failed";

export interface ScannerDeps {
  readonly client: ScannerClient;
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  readonly count: (outcome: ScanOutcome) => void;
}
/** Concurrent scans, and queued ones. Further scans are refused. */
const maxAtOnce = 8;
const maxWaiting = 16;

export function openScanner({ client, log, count }: ScannerDeps): Scanner {
  const turns = openTurns(maxAtOnce, maxWaiting);
  const ended = new AbortController();
  let isAway = false;

  /** Logs one line when the scanner starts to fail and one when it responds again. */
  const note = (fault: string | null): void => {
    if (isAway === (fault !== null)) return;
    isAway = fault !== null;
    if (fault === null) log.info({ scanner: client.at }, "scanner.back");
    else log.warn({ scanner: client.at, reason: fault }, "scanner.away");
  };
  const scan = async (file: ScannedFile): Promise<string | null> => {
    try {
      const { found } = await client.scan(file, ended.signal);
      note(null);
      return found;
    } catch (error) {
      if (!(error instanceof ScanFault)) throw error;
      count("failed");
      if (!ended.signal.aborted) note(error.message);
      return refuse("temporarily_unavailable", "The virus scanner does not answer, so no file can be stored. Try again shortly.", {
        retryAfterMs: 10_000,
      });
    }
  };
  return {
    async check(file, of) {
      const found = await turns.take(() => scan(file));
      count(found === null ? "clean" : "found");
      if (found === null) return;
      const virus = nameOf(found);
      log.warn({ scanner: client.at, virus, ...of }, "scanner.found");
      refuse("unsupported_media_type", `The virus scanner found ${virus} in this file, so it was not stored.`, { field: "file" });
    },
    close: () => ended.abort(),
  };
}

/** Converts a threat name from the scanner to display text. */
function nameOf(found: string): string {
  const name = found
    .replace(/[^\x20-\x7e]/g, "")
    .trim()
    .slice(0, 100);
  return name === "" ? "something harmful" : name;
}
