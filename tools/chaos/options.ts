import { parseArgs } from "node:util";
import { isPlantedName, plantedFaults, plantedMinutes, type PlantedName } from "./planted.ts";
import { faults } from "./faults/faults.ts";
import { controls, isControlName, type ControlName } from "./controls.ts";

export const usage = `npm run chaos -- [options]   (docs/operate/chaos.md)
  --minutes N      duration of the faults (default 10)
  --interval S     seconds between the starts of two faults (default 20)
  --no-redis       nodes exchange messages through PostgreSQL only
  --ha             a cluster without a single point of failure, with the faults of its parts
  --fault NAME     only this fault; repeat it for several (default: all)
  --seed S         order of the faults (default: the time)
  --report FILE    writes a report as Markdown
  --json FILE      writes the evidence as JSON
  --planted NAME   runs a build with a planted fault, which the run must find: ${Object.keys(plantedFaults).join(", ")}
  --control NAME   spoils the evidence, so that the run must fail: ${Object.keys(controls).join(", ")}`;

/** Options of `npm run chaos`. */
export interface ChaosOptions {
  readonly help: boolean;
  readonly minutes: number;
  /** Seconds between the starts of two faults. */
  readonly interval: number;
  readonly hasRedis: boolean;
  readonly isHighlyAvailable: boolean;
  readonly seed: number;
  /** Names of the only faults. Undefined: all. */
  readonly only: readonly string[] | undefined;
  readonly report: string | undefined;
  readonly json: string | undefined;
  readonly control: ControlName | undefined;
  readonly planted: PlantedName | undefined;
}

/** Parses the arguments of the command line. Throws an error with a message for the user. */
export function parseChaosOptions(args: readonly string[], now: number): ChaosOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      minutes: { type: "string" },
      interval: { type: "string", default: "20" },
      "no-redis": { type: "boolean", default: false },
      ha: { type: "boolean", default: false },
      fault: { type: "string", multiple: true },
      seed: { type: "string" },
      report: { type: "string" },
      json: { type: "string" },
      control: { type: "string" },
      planted: { type: "string" },
    },
  });
  const { control, planted } = values;
  if (control !== undefined && !isControlName(control))
    throw new Error(`--control: ${control} is not one of ${Object.keys(controls).join(", ")}`);
  if (planted !== undefined && !isPlantedName(planted))
    throw new Error(`--planted: ${planted} is not one of ${Object.keys(plantedFaults).join(", ")}`);
  const minutes = Number(values.minutes ?? (planted === undefined ? 10 : plantedMinutes));
  if (!(minutes > 0 && minutes <= 1_440))
    throw new Error(`--minutes: ${values.minutes} is not a number above 0 and at most 1440`);
  const interval = Number(values.interval);
  if (!(interval >= 5 && interval <= 3_600))
    throw new Error(`--interval: ${values.interval} is not a number from 5 to 3600`);
  const seed = Number(values.seed ?? now % 1_000_000);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed: ${values.seed} is not a whole number`);
  const unknown = values.fault?.find((name) => !faults.some((fault) => fault.name === name));
  if (unknown !== undefined)
    throw new Error(
      `--fault: ${unknown} is not one of ${faults.map(({ name }) => name).join("; ")}`,
    );
  return {
    help: values.help,
    minutes,
    interval,
    hasRedis:
      !values["no-redis"] && (planted === undefined || plantedFaults[planted].hasRedis !== false),
    isHighlyAvailable:
      values.ha || (planted !== undefined && plantedFaults[planted].isHighlyAvailable === true),
    seed,
    only: planted === undefined ? values.fault : plantedFaults[planted].faults,
    report: values.report,
    json: values.json,
    control,
    planted,
  };
}
