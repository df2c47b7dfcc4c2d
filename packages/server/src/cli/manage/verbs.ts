import { readArgs, Usage, type Command, type CommandDeps } from "../command.ts";
import type { ParseArgsOptionsConfig } from "node:util";
import { withInstallation, type Installation } from "./installation.ts";

/** Output of a subcommand: an object for `--json`, lines for the terminal. */
export interface Said {
  readonly json: unknown;
  readonly lines: readonly string[];
}
/** A subcommand such as `list` or `invite` of `parlour account | operator | channel`. */
export interface Verb {
  readonly name: string;
  /** Names of the required arguments, in order. */
  readonly args: readonly string[];
  readonly options?: ParseArgsOptionsConfig;
  readonly help: string;
  /** Throws UsageError before anything is opened, StartError for any other obstacle. */
  readonly run: (
    args: readonly string[],
    options: Readonly<Record<string, string | undefined>>,
    deps: CommandDeps,
  ) => (to: Installation) => Promise<Said>;
}

/** Creates a command whose first argument is a subcommand (CLI-001). */
export function commandOf(name: string, help: string, verbs: readonly Verb[]): Command {
  return {
    name,
    usage: `parlour ${name} ${verbs.map((verb) => verb.name).join("|")} … [--json]`,
    help: [help, ...verbs.map((verb) => `  ${form(verb)}\n      ${verb.help}`), "  --json   print one JSON object"].join("\n"),
    async run(args, deps) {
      const [first, ...rest] = args;
      const verb = verbs.find((one) => one.name === first);
      if (!verb) throw new Usage(first === undefined ? "say what to do" : `${first} is not known here`);
      const { values, rest: given } = readArgs(rest, verb.options ?? {}, verb.args.length);
      const missing = verb.args[given.length];
      if (missing !== undefined) throw new Usage(`${missing} is missing`);
      const options = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? value : undefined]),
      );
      const said = await withInstallation(deps, verb.run(given, options, deps));
      if (values.json === true) deps.out(JSON.stringify(said.json));
      else for (const line of said.lines) deps.out(line);
      return 0;
    },
  };
}

function form({ name, args, options }: Verb): string {
  return [name, ...args, ...Object.keys(options ?? {}).map((option) => `[--${option} …]`)].join(" ");
}
