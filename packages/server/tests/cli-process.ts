import { createServer } from "node:http";
import { createSystemClock } from "../src/clock.ts";
import { createLineWriter } from "../src/cli/line-writer.ts";
import { runServer } from "../src/cli/start.ts";

/**
 * Runs `runServer` as `main.ts` does, with a server that only serves /ready and fails on request.
 */
const hangsOnClose = process.argv.includes("slow");
const hangsOnDrain = process.argv.includes("stuck");
/** Does not wait for another process on the same database. */
const hasShortWait = process.argv.includes("hasty");
/** Ten times as fast for timeouts, such as that of a folder without the mark of another node. */
const isFast = process.argv.includes("fast");
const clock = createSystemClock();
process.exit(
  await runServer({
    env: process.env,
    clock: isFast ? { ...clock, monotonic: () => clock.monotonic() * 10 } : clock,
    ...(hasShortWait ? { otherNodeWaitMs: 300 } : {}),
    shutdown: { server: 500, database: 500, total: 1_000 },
    out: createLineWriter(process.stdout),
    err: createLineWriter(process.stderr),
    loadServer: () =>
      Promise.resolve(async ({ config }) => {
        let ready = true;
        const server = createServer((request, response) => {
          if (request.url === "/reject") void Promise.reject(new Error("nobody caught this"));
          if (request.url === "/throw")
            setImmediate(() => {
              throw new Error("nor this");
            });
          response.writeHead(ready ? 200 : 503).end();
        });
        await new Promise<void>((done) => void server.listen(config.port, config.host, done));
        const address = server.address();
        return {
          port: typeof address === "object" && address !== null ? address.port : 0,
          publicUrl: () =>
            `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}`,
          setupLink: "http://localhost/setup#t",
          countCommands: () => 0,
          drain: () => {
            ready = false;
            process.stderr.write("drain\n");
            return hangsOnDrain ? new Promise<void>(() => undefined) : Promise.resolve();
          },
          close: () => {
            ready = false;
            process.stderr.write("close\n");
            return hangsOnClose
              ? new Promise<void>(() => undefined)
              : new Promise<void>((done) => void server.close(() => done()));
          },
        };
      }),
  }),
);
