import { runBuilt } from "./built.ts";

/** The product's process on a machine whose time of day is CLOCK_SHIFT_MS ahead: days pass between two starts. */
const ahead = Number(process.env["CLOCK_SHIFT_MS"] ?? "0");
delete process.env["CLOCK_SHIFT_MS"];
const machine = Date.now;
Date.now = () => machine() + ahead;
await runBuilt({});
