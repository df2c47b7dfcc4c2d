import { parseArgs } from "node:util";
import { controls, isControlName, type ControlName } from "./controls.ts";

export const usage = `npm run chaos -- [options]   (docs/operate/chaos.md)
  --minutes N      duration of the faults (default 10)
  --no-redis       nodes exchange messages through PostgreSQL only
  --seed S         order of the faults (default: the time)
  --report FILE    writes a report as Markdown
  --json FILE      writes the evidence as JSON
  --control NAME   spoils the evidence, so that the run must fail: ${Object.keys(controls).join(", ")}`;

/** Options of `npm run chaos`. */
export interface ChaosOptions {
  readonly help: boolean;
  readonly minutes: number;
  readonly hasRedis: boolean;
  readonly seed: number;
  readonly report: string | undefined;
  readonly json: string | undefined;
  readonly control: ControlName | undefined;
}

/** Parses the arguments of the command line. Throws an error with a message for the user. */
export function parseChaosOptions(args: readonly string[], now: number): ChaosOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      minutes: { type: "string", default: "10" },
      "no-redis": { type: "boolean", default: false },
      seed: { type: "string" },
      report: { type: "string" },
      json: { type: "string" },
      control: { type: "string" },
    },
  });
  const { control } = values;
  if (control !== undefined && !isControlName(control))
    throw new Error(`--control: ${control} is not one of ${Object.keys(controls).join(", ")}`);
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 1_440))
    throw new Error(`--minutes: ${values.minutes} is not a number above 0 and at most 1440`);
  const seed = Number(values.seed ?? now % 1_000_000);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed: ${values.seed} is not a whole number`);
  return {
    help: values.help,
    minutes,
    hasRedis: !values["no-redis"],
    seed,
    report: values.report,
    json: values.json,
    control,
  };
}
