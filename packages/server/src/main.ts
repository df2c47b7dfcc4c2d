import { systemClock } from "./clock.ts";
import { runServer } from "./cli/start.ts";

/** The server process. `npm start` comes here through the launcher; services run this file with Node 24 themselves. */
process.exit(
  await runServer({
    env: process.env,
    clock: systemClock(),
    loadServer: async () => (await import("./server.ts")).startServer,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
  }),
);
