import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { SavedServices } from "./panels/lab-services.ts";
import { parseSavedServices } from "./panels/services.ts";

/** What the lab saves between runs, in a file that only its owner can read. */
export interface SavedSetup {
  readonly channel: string | null;
  readonly secret: string | null;
  /** Values of the services of `--services`. New ones if the file has none. */
  readonly services: SavedServices;
}

/** Loads the file. If it is missing or unreadable, all values are null. */
export function loadSetup(file: string): SavedSetup {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    return {
      channel: typeof value["channel"] === "string" ? value["channel"] : null,
      secret: typeof value["secret"] === "string" ? value["secret"] : null,
      services: parseSavedServices(value["services"]),
    };
  } catch {
    return { channel: null, secret: null, services: parseSavedServices(null) };
  }
}

/** Saves the values to the file. Returns false if that fails; they are lost when the lab ends. */
export function saveSetup(file: string, value: SavedSetup): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(value)}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
