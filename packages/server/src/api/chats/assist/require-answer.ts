import type { Failable } from "../../../assist/index.ts";
import { refuse } from "../../../core/failure.ts";

/** Returns an answer of the model. Throws its failure as an error of the service API. */
export function requireAnswer<R extends { readonly kind: "answered" }>(result: Failable<R>): R {
  if (result.kind === "answered") return result;
  const { reason, message } = result;
  // Only a client that has closed its connection cancels.
  return reason === "cancelled"
    ? refuse("temporarily_unavailable", message)
    : refuse(`model_${reason}`, message);
}
