import { omitAbsent } from "@parlour/protocol/omit-absent";
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

/** Names of the error responses by status (API-002). */
const namesByStatus: Readonly<Record<number, string>> = {
  400: "InvalidRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  410: "CursorGone",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  422: "KeyReused",
  429: "TooManyRequests",
  503: "Unavailable",
};

const retryAfter = {
  "Retry-After": {
    description: "Seconds to wait before the next request.",
    schema: { type: "integer", minimum: 1 },
  },
};

/**
 * Returns the reusable error responses of the service API, by name. Each lists its codes, and has
 * one example per code. Their texts are in `texts/service-api.json`.
 */
export function describeErrorResponses(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(namesByStatus).map(([status, name]) => {
      const codes = listCodes(Number(status));
      return [
        name,
        {
          description: `Codes: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
          ...omitAbsent({ headers: ["429", "503"].includes(status) ? retryAfter : undefined }),
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/ApiError" },
              examples: Object.fromEntries(codes.map((code) => [code, createExample(code)])),
            },
          },
        },
      ];
    }),
  );
}

/** Returns the reference to the error response of a status, or undefined if there is none. */
export function getErrorReference(status: string): { readonly $ref: string } | undefined {
  const name = namesByStatus[Number(status)];
  return name === undefined ? undefined : { $ref: `#/components/responses/${name}` };
}

const listCodes = (status: number): readonly FailureCode[] =>
  failureCodes.filter(
    (code) =>
      statusByFailure[code] === status &&
      !(edgeFailureCodes as readonly FailureCode[]).includes(code),
  );

const createExample = (code: FailureCode): object => ({
  value: { error: { code, message: "", request_id: "0197a3c2-7d0e-7b58-9a54-1f0c2f6f6a11" } },
});
