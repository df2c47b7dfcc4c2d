import { createSystemClock } from "../src/clock.ts";
import { exitOnSignals } from "../src/cli/signals.ts";
import { startEmbeddedDatabase, StartError } from "../src/embedded/index.ts";
import { createLog } from "../src/log.ts";

/**
 * A process that only runs the embedded database: `node embedded-process.ts DATA_DIR [SETTINGS]`.
 * It writes one JSON line per event. With SLOW_CLOCK=n, timeouts take n times as long.
 */
const [dataDir = "", settings = "{}"] = process.argv.slice(2);
exitOnSignals();
const systemClock = createSystemClock();
const clockDivisor = Number(process.env["SLOW_CLOCK"] ?? 1);
const writeEvent = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);
const log = createLog({
  level: "info",
  format: "json",
  out: { write: (line) => void process.stdout.write(line) },
});
try {
  const embedded = await startEmbeddedDatabase({
    dataDir,
    log,
    clock: { ...systemClock, monotonic: () => systemClock.monotonic() / clockDivisor },
    settings: { shared_buffers: "16MB", ...(JSON.parse(settings) as object) },
  });
  writeEvent({ event: "started", url: embedded.url });
  process.on("SIGTERM", () => void embedded.stop().then(() => process.exit(0)));
  const fault = await embedded.died;
  writeEvent({ event: "died", message: fault.message });
  process.exit(fault.exitCode);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  writeEvent({ event: "fault", message: error.message });
  process.exit(error.exitCode);
}
