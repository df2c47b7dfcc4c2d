import { runServer, startServer, systemClock } from "@parlour/server";

/** The product's process on a clock that is CLOCK_SHIFT_MS ahead of the machine's: days pass between two starts. */
const { CLOCK_SHIFT_MS: shift = "0", ...env } = process.env;
const machine = systemClock();
const ahead = Number(shift);
process.exit(
  await runServer({
    env,
    clock: {
      now: () => machine.now() + ahead,
      monotonic: () => machine.monotonic(),
      alarm: (at, fire) => machine.alarm(at - ahead, fire),
    },
    loadServer: () => Promise.resolve(startServer),
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
  }),
);
