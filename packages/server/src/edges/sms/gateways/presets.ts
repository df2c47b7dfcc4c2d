import type { Gateway } from "./gateway.ts";
import { generic } from "./generic.ts";
import { twilio } from "./twilio.ts";
import { vonage } from "./vonage.ts";

/** The presets, one line each. The name is the value of the setting `gateway`. */
export const presets = { generic, twilio, vonage } as const satisfies Record<string, Gateway>;
