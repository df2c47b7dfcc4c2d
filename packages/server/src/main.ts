import { systemClock } from "./clock.ts";
import { linesTo } from "./cli/lines.ts";
import { runServer } from "./cli/start.ts";

/** The server process. `npm start` comes here through the launcher; services run this file with Node 24 themselves. */
process.exit(
  await runServer({
    env: process.env,
    clock: systemClock(),
    loadServer: async () => (await import("./server.ts")).startServer,
    out: linesTo(process.stdout),
    err: linesTo(process.stderr),
  }),
);
