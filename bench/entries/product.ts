import { runServer, startServer, createSystemClock } from "@parlour/server";
import { serveControlChannel } from "../harness/control-channel.ts";

/** The server process as `packages/server/src/main.ts` starts it, plus a control channel. */
serveControlChannel();
process.exit(
  await runServer({
    env: process.env,
    clock: createSystemClock(),
    loadServer: () => Promise.resolve(startServer),
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
  }),
);
