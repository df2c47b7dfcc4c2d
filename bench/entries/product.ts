import { runServer, startServer, systemClock } from "@parlour/server";
import { answerQuestions } from "../harness/answer.ts";

/** The product's process as `packages/server/src/main.ts` starts it, with a control channel beside. */
answerQuestions();
process.exit(
  await runServer({
    env: process.env,
    clock: systemClock(),
    loadServer: () => Promise.resolve(startServer),
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
  }),
);
