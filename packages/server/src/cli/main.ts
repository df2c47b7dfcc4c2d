import { createSystemClock } from "../clock.ts";
import { createLog } from "../log.ts";
import { createLineWriter } from "./line-writer.ts";
import { runCommand } from "./run.ts";
import { exitOnSignals } from "./signals.ts";

/** Entry point of `npx parlour` and `npm run parlour --`. */
exitOnSignals();
const err = createLineWriter(process.stderr);
/** For example on a full disk. A reader that closes the pipe (`| head`) is no error. */
let isCutOff = false;
const out = createLineWriter(process.stdout, (error) => {
  if (error.code === "EPIPE" || isCutOff) return;
  isCutOff = true;
  err(
    `could not write to standard output (${error.code ?? error.message}); the output is incomplete`,
  );
});
process.once("exit", (code) => {
  if (isCutOff && code === 0) process.exitCode = 1;
});
void runCommand(process.argv.slice(2), {
  env: process.env,
  clock: createSystemClock(),
  log: createLog({ level: "warn", format: process.stderr.isTTY ? "pretty" : "json" }),
  out,
  err,
}).then((code) => {
  process.exitCode = code;
});
