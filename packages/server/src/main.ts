import { createSystemClock } from "./clock.ts";
import { createLineWriter } from "./cli/line-writer.ts";
import { runServer } from "./cli/start.ts";

/** `npm start` runs it through the launcher, service managers directly with Node 24. */
void runServer({
  env: process.env,
  clock: createSystemClock(),
  loadServer: async () => (await import("./server.ts")).startServer,
  out: createLineWriter(process.stdout),
  err: createLineWriter(process.stderr),
}).then((code) => process.exit(code));
