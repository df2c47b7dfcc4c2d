import type { Outcome } from "../core/entity.ts";

/** Reason why a request has no response. Thrown only inside `egress`. */
export class EgressError extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome, message: string) {
    super(message);
    this.name = "Fault";
    this.outcome = outcome;
  }
}

const tooLargeCodes = new Set(["UND_ERR_HEADERS_OVERFLOW", "UND_ERR_RES_EXCEEDED_MAX_SIZE"]);

/**
 * Converts an error of undici or of the socket. An unknown error means that the connection broke.
 */
export function toEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error;
  const code = getErrorCode(error);
  if (tooLargeCodes.has(code))
    return new EgressError("reply_too_large", "The answer is too large.");
  if (code.startsWith("HPE_"))
    return new EgressError("bad_reply", `The answer is not HTTP (${code}).`);
  // dial.ts converts errors while connecting, so the connection was established here.
  return new EgressError(
    "connect_failed",
    `The connection was cut before the answer was complete${code === "" ? "" : ` (${code})`}.`,
  );
}

export function getErrorCode(error: unknown): string {
  return typeof error === "object" &&
    error !== null &&
    "code" in error &&
    typeof error.code === "string"
    ? error.code
    : "";
}
