import { runBuiltServer } from "./built-server.ts";

/**
 * A server process whose clock is CLOCK_SHIFT_MS milliseconds ahead, as if days had passed between
 * two starts.
 */
const shiftMs = Number(process.env["CLOCK_SHIFT_MS"] ?? "0");
delete process.env["CLOCK_SHIFT_MS"];
const machineNow = Date.now;
Date.now = () => machineNow() + shiftMs;
runBuiltServer({});
