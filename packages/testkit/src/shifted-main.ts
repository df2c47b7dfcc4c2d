import { runBuilt } from "./built.ts";

/**
 * A server process whose time of day is CLOCK_SHIFT_MS ahead, as if days had passed between two
 * starts.
 */
const ahead = Number(process.env["CLOCK_SHIFT_MS"] ?? "0");
delete process.env["CLOCK_SHIFT_MS"];
const machine = Date.now;
Date.now = () => machine() + ahead;
await runBuilt({});
