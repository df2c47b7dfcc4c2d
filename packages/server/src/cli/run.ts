import { applyCommand } from "./commands/apply.ts";
import { backupCommand } from "./commands/backup.ts";
import { UsageError, type Command, type CommandDeps } from "./command.ts";
import { cellsCommand } from "./commands/cells.ts";
import { conformance } from "./commands/lab.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { exportCommand } from "./commands/export.ts";
import { importCommand } from "./commands/import.ts";
import { moveInCommand } from "./commands/move-in.ts";
import { moveAccountCommand } from "./commands/move-account.ts";
import { labCommand } from "./commands/lab.ts";
import { accountCommand } from "./manage/account.ts";
import { channelCommand } from "./manage/channel.ts";
import { operatorCommand } from "./manage/operator.ts";
import { restoreCommand } from "./commands/restore.ts";
import { startCommand } from "./commands/start-command.ts";
import { tailCommand } from "./commands/tail.ts";
import { toStartError } from "./to-start-error.ts";
import { upgradeCommand } from "./commands/upgrade.ts";
import { verifyTranscriptCommand } from "./commands/verify-transcript.ts";
import { versionCommand } from "./commands/version.ts";

const commands: readonly Command[] = [
  startCommand,
  applyCommand,
  exportCommand,
  importCommand,
  moveAccountCommand,
  moveInCommand,
  cellsCommand,
  accountCommand,
  operatorCommand,
  channelCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  upgradeCommand,
  labCommand,
  conformance,
  tailCommand,
  verifyTranscriptCommand,
  versionCommand,
];

/**
 * Runs `parlour <args>`. Resolves to the exit code: 0 for success, 1 for a failure, 2 for invalid
 * arguments, 78 for an invalid configuration (CLI-002).
 */
export async function runCommand(args: readonly string[], deps: CommandDeps): Promise<number> {
  const [firstArg, ...rest] = args;
  const name = firstArg === "--version" ? "version" : firstArg;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    deps.out(formatOverview());
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((c) => c.name === name);
  if (!command) {
    deps.err(`parlour: unknown command ${name}\n${formatOverview()}`);
    return 2;
  }
  if (!command.hasOwnHelp && isHelpRequested(rest)) {
    deps.out(`${command.usage}\n\n${command.help}`);
    return 0;
  }
  try {
    return await command.run(rest, deps);
  } catch (error) {
    if (error instanceof UsageError) {
      deps.err(`parlour ${name}: ${error.message}\nusage: ${command.usage}`);
      return 2;
    }
    const startError = toStartError(error, {
      host: "",
      port: 0,
      databaseUrl: deps.env["DATABASE_URL"] || null,
    });
    if (!startError) throw error;
    deps.err(startError.message);
    return startError.exitCode;
  }
}

/** As in `parlour operator invite --help`. Arguments after `--` do not count. */
function isHelpRequested(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args
    .slice(0, end === -1 ? args.length : end)
    .some((arg) => arg === "--help" || arg === "-h");
}

function formatOverview(): string {
  return [
    "usage: parlour <command> [options]",
    "",
    ...commands.map((c) => `  ${c.name.padEnd(12)} ${c.help.split("\n")[0]}`),
    "",
    "Run parlour <command> --help for details.",
  ].join("\n");
}
