import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import type { Clock } from "../core/command.ts";
import type { Log } from "../log.ts";

export interface CommandDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  /** Writes one line to standard output. */
  readonly out: (line: string) => void;
  /** Writes one line to standard error. */
  readonly err: (line: string) => void;
}
/** One command of the command line tool `parlour` (CLI-001). */
export interface Command {
  readonly name: string;
  /** Usage line, such as `parlour apply [--dry-run] [--prune] FILE`. */
  readonly usage: string;
  /** One sentence, then one line per option. */
  readonly help: string;
  /** `run` gets `--help`, because it starts a program with its own help text. */
  readonly hasOwnHelp?: true;
  /** Resolves to the exit code (CLI-002). Throws StartError, or UsageError for arguments. */
  readonly run: (args: readonly string[], deps: CommandDeps) => Promise<number>;
}

/** Error in the arguments. The process exits with code 2. */
export class UsageError extends Error {}

/** Throws UsageError for unknown options. Every command accepts `--json`. */
export function parseCommandArgs<O extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: O,
  positionals: number,
): { values: Record<keyof O | "json", boolean | string | undefined>; rest: string[] } {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      options: { json: { type: "boolean" }, ...options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "invalid arguments");
  }
  if (parsed.positionals.length > positionals)
    throw new UsageError(`unexpected argument ${parsed.positionals[positionals]}`);
  return {
    values: parsed.values as Record<keyof O | "json", boolean | string | undefined>,
    rest: parsed.positionals,
  };
}
