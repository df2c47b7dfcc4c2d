import { checkBot } from "./bot/check-bot.ts";
import { checkChannel } from "./channel/check-channel.ts";
import { parseOptions, type ConformanceWaits } from "./options.ts";
import { formatReport } from "./report.ts";
import { checkWebhook } from "./webhook/check-webhook.ts";

/** Input and output of the command. */
export interface ConformanceDeps {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Shorter waits, for tests. */
  readonly waits?: Partial<ConformanceWaits>;
}

const checks = { channel: checkChannel, bot: checkBot, webhook: checkWebhook };

/**
 * Runs `parlour conformance`, which tests an integrator's endpoint through the public interface.
 * Resolves with the exit code: 0 all checks passed, 1 a check failed, 2 wrong usage.
 */
export async function runConformanceCommand({
  argv,
  env,
  out,
  err,
  waits,
}: ConformanceDeps): Promise<number> {
  const parsed = parseOptions(argv, env);
  if ("help" in parsed) {
    out(parsed.help);
    return 0;
  }
  if ("fault" in parsed) {
    err(`parlour conformance: ${parsed.fault} parlour conformance --help says more.`);
    return 2;
  }
  const options = { ...parsed.options, ...waits };
  let report;
  try {
    report = await checks[options.interface](options, err);
  } catch (error) {
    if (
      !(
        error instanceof Error &&
        "code" in error &&
        (error.code === "EADDRINUSE" || error.code === "EADDRNOTAVAIL" || error.code === "EACCES")
      )
    )
      throw error;
    err(
      `parlour conformance: cannot listen on ${options.listenHost}:${options.listenPort}: ${error.message}. --listen and --host change it.`,
    );
    return 1;
  }
  if (options.json) out(JSON.stringify(report));
  else for (const line of formatReport(report)) out(line);
  return report.failed === 0 ? 0 : 1;
}

if (import.meta.main) {
  process.exitCode = await runConformanceCommand({
    argv: process.argv.slice(2),
    env: process.env,
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
  });
}
