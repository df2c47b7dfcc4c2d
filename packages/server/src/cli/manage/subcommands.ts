import { parseCommandArgs, UsageError, type Command, type CommandDeps } from "../command.ts";
import type { ParseArgsOptionsConfig } from "node:util";
import { openExisting, openOrCreateDatabase } from "../database.ts";
import { withInstallation, type Installation } from "./installation.ts";

/** Output of a subcommand: an object for `--json` and lines for the terminal. */
export interface CommandOutput {
  readonly json: unknown;
  readonly lines: readonly string[];
}
/** A subcommand such as `list` or `invite` of `parlour account | operator | channel`. */
export interface Subcommand {
  readonly name: string;
  /** Names of the required arguments, in order. */
  readonly args: readonly string[];
  readonly options?: ParseArgsOptionsConfig;
  readonly help: string;
  /** Creates the database if there is none (CLI-007). All others need an installation. */
  readonly createsInstallation?: true;
  /** Throws UsageError before anything is opened, and StartError for any other failure. */
  readonly run: (
    args: readonly string[],
    options: Readonly<Record<string, string | undefined>>,
    deps: CommandDeps,
  ) => (to: Installation) => Promise<CommandOutput>;
}

/** Creates a command whose first argument is a subcommand (CLI-001). */
export function createCommand(
  name: string,
  help: string,
  subcommands: readonly Subcommand[],
): Command {
  return {
    name,
    usage: `parlour ${name} ${subcommands.map((subcommand) => subcommand.name).join("|")} … [--json]`,
    help: [
      help,
      ...subcommands.map((subcommand) => `  ${formatUsage(subcommand)}\n      ${subcommand.help}`),
      "  --json   print one JSON object",
    ].join("\n"),
    async run(args, deps) {
      const [first, ...rest] = args;
      const subcommand = subcommands.find((candidate) => candidate.name === first);
      if (!subcommand)
        throw new UsageError(
          first === undefined ? "missing subcommand" : `unknown subcommand ${first}`,
        );
      const { values, rest: positionals } = parseCommandArgs(
        rest,
        subcommand.options ?? {},
        subcommand.args.length,
      );
      const missing = subcommand.args[positionals.length];
      if (missing !== undefined) throw new UsageError(`${missing} is missing`);
      const options = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [
          key,
          typeof value === "string" ? value : undefined,
        ]),
      );
      const output = await withInstallation(
        deps,
        subcommand.createsInstallation === true ? openOrCreateDatabase : openExisting,
        subcommand.run(positionals, options, deps),
      );
      if (values.json === true) deps.out(JSON.stringify(output.json));
      else for (const line of output.lines) deps.out(line);
      return 0;
    },
  };
}

function formatUsage({ name, args, options }: Subcommand): string {
  return [name, ...args, ...Object.keys(options ?? {}).map((option) => `[--${option} …]`)].join(
    " ",
  );
}
