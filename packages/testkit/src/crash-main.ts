import { flushCompileCache } from "node:module";
import { runServer, startServer, systemClock, type ServerHooks } from "@parlour/server";

/**
 * The product's process with a fault built in, for crash tests. CRASH_AT=`<step>:<n>` ends it with SIGKILL when a named step is passed for
 * the n-th time; ANSWER_EARLY=1 answers before the commit, which every checker must notice.
 */
const [step = "", count = "1"] = (process.env["CRASH_AT"] ?? "").split(":");
let left = Number(count);
const probe = (passed: string): void => {
  if (passed === step && --left === 0) process.kill(process.pid, "SIGKILL");
};
const hooks: ServerHooks = {
  probe,
  ...(process.env["ANSWER_EARLY"] === "1"
    ? {
        aroundWrite: (write) => async (command) => {
          write(command).catch(() => undefined);
          return Promise.resolve({ answer: "{}", replayed: false, position: 0 });
        },
      }
    : {}),
};
const { CRASH_AT: _at, ANSWER_EARLY: _early, ...env } = process.env;
process.exit(
  await runServer({
    env,
    clock: systemClock(),
    loadServer: () => {
      // Node keeps what it compiled at an orderly end only; the next process should find it.
      flushCompileCache();
      return Promise.resolve((options) => startServer(options, hooks));
    },
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
  }),
);
