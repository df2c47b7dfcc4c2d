import { systemClock } from "../clock.ts";
import { openLog } from "../log.ts";
import { runCommand } from "./run.ts";

/** The process behind `npx parlour` and `npm run parlour --`. */
process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  clock: systemClock(),
  log: openLog({ level: "warn", format: process.stderr.isTTY ? "pretty" : "json" }),
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
});
