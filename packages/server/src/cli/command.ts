import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import type { Clock } from "../core/ports.ts";
import type { Log } from "../log.ts";

/** What a command may use of the process. */
export interface CommandDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  /** Standard output, a line each. */
  readonly out: (line: string) => void;
  /** Standard error, a line each. */
  readonly err: (line: string) => void;
}
/** One command of `parlour` (CLI-001). */
export interface Command {
  readonly name: string;
  /** `parlour apply [--dry-run] [--prune] FILE`. */
  readonly usage: string;
  /** One sentence, then one line per option. */
  readonly help: string;
  /** `--help` reaches `run` like any other option: the command hands over to a program with a help of its own. */
  readonly helpsItself?: true;
  /** Answers the exit code (CLI-002). Throws StartFault, or Usage for wrong arguments. */
  readonly run: (args: readonly string[], deps: CommandDeps) => Promise<number>;
}

/** Wrong arguments: exit code 2. */
export class Usage extends Error {}

/** Reads options and positional arguments; anything unknown is wrong usage. `--json` exists on every command. */
export function readArgs<O extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: O,
  positionals: number,
): { values: Record<keyof O | "json", boolean | string | undefined>; rest: string[] } {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options: { json: { type: "boolean" }, ...options }, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : "wrong arguments");
  }
  if (parsed.positionals.length > positionals) throw new Usage(`unexpected argument ${parsed.positionals[positionals]}`);
  return { values: parsed.values as Record<keyof O | "json", boolean | string | undefined>, rest: parsed.positionals };
}
