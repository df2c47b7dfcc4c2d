import { fail, type ApiDeps, type ApiFunctions } from "./result.ts";
import { createCallFunctions } from "./api-call.ts";
import { createHandlerFunctions } from "./api-handlers.ts";
import { createMessageFunctions } from "./api-message.ts";
import { createVisitorFunctions } from "./api-visitor.ts";
import { createWindowFunctions } from "./api-window.ts";

/**
 * Creates the functions of the script API (WG-010, WG-030 – WG-064). None throws; each can be
 * called without its object.
 */
export function createApi(deps: ApiDeps): ApiFunctions {
  const { callbacks } = deps;
  const functions: ApiFunctions = {
    ...createWindowFunctions(deps),
    ...createVisitorFunctions(deps),
    ...createMessageFunctions(deps),
    ...createCallFunctions(deps),
    ...createHandlerFunctions(callbacks),
  };
  for (const [name, run] of Object.entries(functions))
    functions[name] = (...args) => {
      try {
        return run(...args);
      } catch {
        // Arguments from the page may throw when their properties are read.
        return name === "sendOfflineMessage"
          ? { result: "fail", error: "Message is required" }
          : fail(name === "setContactInfo" ? "Contact info must be object." : "Invalid argument");
      }
    };
  return functions;
}
