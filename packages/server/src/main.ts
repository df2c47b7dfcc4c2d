import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Entry point of the server process. `npm start` runs it through the launcher, service managers
 * directly with Node 24.
 *
 * Compiled code is stored beside the build, which an upgrade replaces with it (PERF-12). If the
 * process may not write there, each start compiles again.
 */
const isBuilt = import.meta.filename.endsWith(".js");
if (isBuilt) enableCompileCache(join(import.meta.dirname, "compile-cache"));

const { createSystemClock } = await import("./clock.ts");
const { createLineWriter } = await import("./cli/line-writer.ts");
const { runServer } = await import("./cli/start.ts");
process.exit(
  await runServer({
    env: process.env,
    clock: createSystemClock(),
    loadServer: async () => (await import("./server.ts")).startServer,
    out: createLineWriter(process.stdout),
    err: createLineWriter(process.stderr),
  }),
);
