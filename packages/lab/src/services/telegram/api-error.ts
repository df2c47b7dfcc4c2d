/** An error of the Bot API. `parameters` has `retry_after` in seconds for 429. */
export class ApiError extends Error {
  readonly status: number;
  readonly parameters: Readonly<Record<string, unknown>> | undefined;
  constructor(status: number, description: string, parameters?: Readonly<Record<string, unknown>>) {
    super(description);
    this.status = status;
    this.parameters = parameters;
  }
}

/** Ends the current method with status 400. */
export function badRequest(reason: string): never {
  throw new ApiError(400, `Bad Request: ${reason}`);
}
