import type { ServerResponse } from "node:http";

/** Errors of the Graph API by code, with the HTTP status, type and title of the public list. */
const errors: Readonly<Record<number, { status: number; type?: string; title: string }>> = {
  4: { status: 400, title: "API Too Many Calls" },
  100: { status: 400, type: "GraphMethodException", title: "Invalid parameter" },
  131008: { status: 400, title: "Required parameter is missing" },
  131009: { status: 400, title: "Parameter value is not valid" },
  131026: { status: 400, title: "Message undeliverable" },
  131047: { status: 400, title: "Re-engagement message" },
  131053: { status: 400, title: "Media upload error" },
  131056: { status: 400, title: "(Business Account, Consumer Account) pair rate limit hit" },
  132000: { status: 400, title: "Template Param Count Mismatch" },
  132001: { status: 404, title: "Template does not exist in the translation" },
  190: { status: 401, title: "Access token has expired" },
  131000: { status: 500, title: "Something went wrong" },
  131016: { status: 500, title: "Service unavailable" },
  131031: { status: 403, title: "Account has been locked" },
  130429: { status: 429, title: "Rate limit hit" },
  80007: { status: 429, title: "Rate limit issues" },
  2: { status: 500, title: "Service temporarily unavailable" },
  10: { status: 403, title: "Permission denied" },
  200: { status: 403, title: "Permissions error" },
  551: { status: 400, title: "This person isn't available right now." },
  613: { status: 429, title: "Calls to this api have exceeded the rate limit." },
};

/** An error that the service answers with. */
export class GraphError extends Error {
  readonly code: number;
  readonly status: number;
  readonly details: string;
  readonly subcode: number | undefined;
  constructor(
    code: number,
    details: string,
    { status, subcode }: { readonly status?: number; readonly subcode?: number } = {},
  ) {
    super(`(#${code}) ${errors[code]?.title ?? "Unknown error"}`);
    this.code = code;
    this.status = status ?? errors[code]?.status ?? 400;
    this.details = details;
    this.subcode = subcode;
  }
}

/** Returns the title of an error code, as webhooks contain it. */
export function getErrorTitle(code: number): string {
  return errors[code]?.title ?? "Unknown error";
}

export function sendGraphError(response: ServerResponse, error: GraphError): void {
  sendJson(response, error.status, {
    error: {
      message: error.message,
      type: errors[error.code]?.type ?? "OAuthException",
      code: error.code,
      error_data: { messaging_product: "whatsapp", details: error.details },
      fbtrace_id: "AlabTraceAlabTraceAlab",
    },
  });
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { "content-type": "application/json; charset=UTF-8" })
    .end(JSON.stringify(body));
}
