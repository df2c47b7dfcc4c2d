import { getRetryAfterSeconds, statusByFailure, toFailure } from "../../http/errors.ts";
import { ServiceApiError } from "../../http/in-process/service-api-client.ts";

/** Types of errors that RFC 7644 defines and this edge uses. */
type ScimErrorType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "uniqueness";

/** An expected error of a SCIM request. */
export class ScimError extends Error {
  readonly status: number;
  readonly type: ScimErrorType | null;

  constructor(status: number, type: ScimErrorType | null, detail: string) {
    super(detail);
    this.name = "ScimError";
    this.status = status;
    this.type = type;
  }
}

export const rejectValue = (detail: string): never => {
  throw new ScimError(400, "invalidValue", detail);
};

export interface ScimErrorResponse {
  readonly status: number;
  /** Seconds of `Retry-After`, or null. */
  readonly retryAfterS: number | null;
  readonly body: object;
}

/** Returns the response to a failed request (SSO-027), or null if the error is a bug. */
export function toErrorResponse(error: unknown): ScimErrorResponse | null {
  if (error instanceof ScimError) return serialize(error.status, error.type, error.message, null);
  if (error instanceof ServiceApiError) {
    const { code, message } = error.error;
    return serialize(error.status, typesByCode[code] ?? null, message, error.retryAfterS);
  }
  const failure = toFailure(error);
  if (failure === null) return null;
  return serialize(
    statusByFailure[failure.failure],
    typesByCode[failure.failure] ?? null,
    failure.message,
    getRetryAfterSeconds(failure) ?? null,
  );
}

const typesByCode: Readonly<Record<string, ScimErrorType>> = {
  invalid_request: "invalidValue",
  invalid_json: "invalidSyntax",
  name_taken: "uniqueness",
  last_owner: "mutability",
};

const serialize = (
  status: number,
  type: ScimErrorType | null,
  detail: string,
  retryAfterS: number | null,
): ScimErrorResponse => ({
  status,
  retryAfterS,
  body: {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: String(status),
    scimType: type ?? undefined,
    detail,
  },
});
