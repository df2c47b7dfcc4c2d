import { failureCodes, type FailureCode } from "../core/failure.ts";
import { statusByFailure } from "../http/errors.ts";

/** Codes that only channels, bots and the site widget use. */
export const edgeFailureCodes = [
  "sender_id_required",
  "invalid_sender_id",
  "text_required",
  "unsupported_type",
  "file_required",
  "invalid_file_url",
  "invalid_location",
  "chat_handed_over",
  "button_gone",
] as const satisfies readonly FailureCode[];

/** Names and texts of the error responses by status (API-002). */
const responsesByStatus: Readonly<
  Record<number, { readonly name: string; readonly text: string }>
> = {
  400: { name: "InvalidRequest", text: "The request is not valid." },
  401: { name: "Unauthorized", text: "Not signed in." },
  403: { name: "Forbidden", text: "Not allowed." },
  404: { name: "NotFound", text: "No such object in this account." },
  409: { name: "Conflict", text: "The object is not in a state that allows this." },
  410: { name: "CursorGone", text: "The cursor has no continuation; see `start`." },
  413: { name: "PayloadTooLarge", text: "The body is too large." },
  415: { name: "UnsupportedMediaType", text: "The body is not JSON." },
  422: { name: "KeyReused", text: "The Idempotency-Key was used for another request." },
  429: { name: "TooManyRequests", text: "Too many requests; see Retry-After." },
  503: { name: "Unavailable", text: "Not acknowledged; see Retry-After." },
};

const retryAfter = {
  "Retry-After": {
    description: "Seconds until a retry.",
    schema: { type: "integer", minimum: 1 },
  },
};

/**
 * Returns the reusable error responses of the service API, by name. Each lists its codes, and has
 * one example per code.
 */
export function describeErrorResponses(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(responsesByStatus).map(([status, { name, text }]) => {
      const codes = listCodes(Number(status));
      return [
        name,
        {
          description: `${text} Codes: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
          ...(status === "429" || status === "503" ? { headers: retryAfter } : {}),
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/ApiError" },
              examples: Object.fromEntries(codes.map((code) => [code, createExample(code, text)])),
            },
          },
        },
      ];
    }),
  );
}

/** Returns the reference to the error response of a status, or undefined if there is none. */
export function getErrorReference(status: string): { readonly $ref: string } | undefined {
  const name = responsesByStatus[Number(status)]?.name;
  return name === undefined ? undefined : { $ref: `#/components/responses/${name}` };
}

const listCodes = (status: number): readonly FailureCode[] =>
  failureCodes.filter(
    (code) =>
      statusByFailure[code] === status &&
      !(edgeFailureCodes as readonly FailureCode[]).includes(code),
  );

const createExample = (code: FailureCode, message: string): object => ({
  value: { error: { code, message, request_id: "0197a3c2-7d0e-7b58-9a54-1f0c2f6f6a11" } },
});
