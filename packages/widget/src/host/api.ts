import { fail, type ApiDeps, type Functions } from "./api-answer.ts";
import { callFunctions } from "./api-call.ts";
import { handlerFunctions } from "./api-handlers.ts";
import { messageFunctions } from "./api-message.ts";
import { visitorFunctions } from "./api-visitor.ts";
import { windowFunctions } from "./api-window.ts";

/**
 * Creates the functions of the script API (WG-010, WG-030 – WG-064). None throws; each can be
 * called without its object.
 */
export function makeApi(deps: ApiDeps): Functions {
  const { callbacks } = deps;
  const functions: Functions = {
    ...windowFunctions(deps),
    ...visitorFunctions(deps),
    ...messageFunctions(deps),
    ...callFunctions(deps),
    ...handlerFunctions(callbacks),
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
