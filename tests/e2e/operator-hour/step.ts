import type { HourInstallation } from "./installation.ts";
import type { Screen } from "./screens.ts";

/** One step of an operator's work. It ends when all who are concerned see its effect. */
export interface HourStep {
  readonly name: string;
  readonly run: (installation: HourInstallation, round: number) => Promise<void>;
  /** Screens that are compared after the step. Default: all. */
  readonly compared?: readonly Screen[];
}
