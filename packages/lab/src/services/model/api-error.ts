import type { ServerResponse } from "node:http";

/** An error that the service answers with. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;
  constructor(status: number, message: string, code: string | null, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}
export const invalidRequest = (message: string, param: string): ApiError =>
  new ApiError(400, message, null, param);

/** Sends an error in the form of the interface. */
export function sendError(
  response: ServerResponse,
  { status, message, code, param }: ApiError,
  retryAfterS?: number,
): void {
  if (retryAfterS !== undefined) response.setHeader("retry-after", retryAfterS);
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify({ error: { message, type: errorTypes[status], code, param } }));
}
const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "invalid_request_error",
  413: "invalid_request_error",
  429: "rate_limit_error",
  500: "server_error",
};
