import { createMoveAccountCommand } from "../src/cli/commands/move-account.ts";
import { createSystemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";

/** Runs `parlour move-account` and kills the process in the phase of the first argument. */
const [phase, ...args] = process.argv.slice(2);
const command = createMoveAccountCommand((reached) => {
  if (reached === phase) process.kill(process.pid, "SIGKILL");
});
const write = (line: string): void => void process.stderr.write(`${line}\n`);
process.exitCode = await command.run(args, {
  env: process.env,
  clock: createSystemClock(),
  log: createLog({ level: "error", format: "json" }),
  out: write,
  err: write,
});
