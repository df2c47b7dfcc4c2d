import type { LabState } from "../state.ts";
import { toObject, toText } from "../endpoints/received-request.ts";
import { readFormValues } from "./form-values.ts";
import type { Fault } from "./panel.ts";

type Input = Readonly<Record<string, unknown>>;
type Outcome = { readonly fault: string } | { readonly ok: true };

const missingService = "Start the lab with --services.";

/** Runs an action of a service and publishes its changes. */
async function runAction(state: LabState, run: () => Promise<Fault> | Fault): Promise<Outcome> {
  const fault = await run();
  state.services?.publish();
  return fault === null ? { ok: true } : { fault };
}

/** Actions of the page on the services, by name. An action that returns a fault changes nothing. */
export const serviceActions: Readonly<
  Record<string, (state: LabState, input: Input) => Promise<Outcome>>
> = {
  /** Does what a customer does: `{service, action, values}`. */
  "service-customer": (state, input) =>
    runAction(state, () => {
      const panel = state.services?.find(toText(input["service"]));
      const action = panel?.actions.find(({ name }) => name === input["action"]);
      return action === undefined
        ? missingService
        : action.run(readFormValues(toObject(input["values"])));
    }),
  /** Presses a button below a message: `{service, key, value}`. */
  "service-press": (state, input) =>
    runAction(state, () => {
      const panel = state.services?.find(toText(input["service"]));
      return panel === undefined
        ? missingService
        : panel.press(toText(input["key"]), toText(input["value"]));
    }),
  /** Switches a fault of a service: `{service, fault, on}`. */
  "service-fault": (state, input) =>
    runAction(state, async () => {
      const { service, fault, on } = input;
      const isKnown = await state.services?.setFault(toText(service), toText(fault), on === true);
      return isKnown === true ? null : "The service has no such fault.";
    }),
};
