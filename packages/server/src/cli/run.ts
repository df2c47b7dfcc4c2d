import { apply } from "./apply.ts";
import { backup } from "./backup.ts";
import { Usage, type Command, type CommandDeps } from "./command.ts";
import { conformance } from "./conformance.ts";
import { doctor } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { lab } from "./lab.ts";
import { account } from "./manage/account.ts";
import { channel } from "./manage/channel.ts";
import { operator } from "./manage/operator.ts";
import { restore } from "./restore.ts";
import { start } from "./start-command.ts";
import { toFault } from "./to-fault.ts";
import { version } from "./version.ts";

export const commands: readonly Command[] = [
  start,
  apply,
  exportCommand,
  importCommand,
  account,
  operator,
  channel,
  backup,
  restore,
  doctor,
  lab,
  conformance,
  version,
];

/**
 * Runs `parlour <args>` and returns the exit code: 0 done, 1 failed, 2 wrong usage, 78 wrong
 * configuration (CLI-002).
 */
export async function runCommand(args: readonly string[], deps: CommandDeps): Promise<number> {
  const [given, ...rest] = args;
  const name = given === "--version" ? "version" : given;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    deps.out(overview());
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((c) => c.name === name);
  if (!command) {
    deps.err(`parlour: unknown command ${name}\n${overview()}`);
    return 2;
  }
  if (!command.helpsItself && asksForHelp(rest)) {
    deps.out(`${command.usage}\n\n${command.help}`);
    return 0;
  }
  try {
    return await command.run(rest, deps);
  } catch (error) {
    if (error instanceof Usage) {
      deps.err(`parlour ${name}: ${error.message}\nusage: ${command.usage}`);
      return 2;
    }
    const fault = toFault(error, { host: "", port: 0, databaseUrl: deps.env["DATABASE_URL"] || null });
    if (!fault) throw error;
    deps.err(fault.message);
    return fault.exitCode;
  }
}

/**
 * Returns whether help is requested anywhere before `--`, as in `parlour operator invite --help`.
 */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? args.length : end).some((arg) => arg === "--help" || arg === "-h");
}

function overview(): string {
  return [
    "usage: parlour <command> [options]",
    "",
    ...commands.map((c) => `  ${c.name.padEnd(12)} ${c.help.split("\n")[0]}`),
    "",
    "parlour <command> --help says more.",
  ].join("\n");
}
