import { operationTable } from "../generated/operations.ts";
import { followMove, type ServerAddress } from "../http/address.ts";
import { readJson, send, type SendDeps } from "../http/send.ts";
import type { CallOptions, OperationMethods, PagePromise } from "./operation-types.ts";

export interface OperationDeps extends SendDeps {
  readonly address: ServerAddress;
  readonly apiKey: string;
}
type Arguments = Readonly<Record<string, unknown>>;
type Parameter = string | number | boolean | null | undefined;

export function createOperations(deps: OperationDeps): OperationMethods {
  return Object.fromEntries(
    Object.entries(operationTable).map(([name, operation]) => [
      name,
      (parameters: Arguments = {}, options: CallOptions = {}) =>
        createPagePromise((cursor) =>
          callOperation(
            deps,
            operation,
            cursor === null ? parameters : { ...parameters, cursor },
            options,
          ),
        ),
    ]),
  ) as unknown as OperationMethods;
}

async function callOperation(
  deps: OperationDeps,
  operation: string,
  { body, ...parameters }: Arguments,
  { signal, idempotencyKey }: CallOptions,
): Promise<unknown> {
  const [method = "GET", template = "", once] = operation.split(" ");
  const headers: Record<string, string> = {
    accept: "application/json",
    authorization: `Bearer ${deps.apiKey}`,
  };
  if (method !== "GET" && once === undefined)
    headers["idempotency-key"] = idempotencyKey ?? crypto.randomUUID();
  // For a form, `fetch` sets the content type, because it contains the boundary.
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers["content-type"] = "application/json";
  const path = fillTemplate(template, parameters);
  return followMove(deps.address, () =>
    send(
      deps,
      {
        url: deps.address.url + path,
        method,
        headers,
        isRepeatable: once === undefined,
        signal,
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      },
      readResult,
    ),
  );
}

/** Returns the path with its parameters filled in. The others become the query. */
function fillTemplate(template: string, parameters: Arguments): string {
  const query = new URLSearchParams();
  let path = template;
  for (const [name, value] of Object.entries(parameters as Readonly<Record<string, Parameter>>)) {
    if (value === undefined || value === null) continue;
    const placeholder = `{${name}}`;
    if (path.includes(placeholder))
      path = path.replace(placeholder, encodeURIComponent(String(value)));
    else query.append(name, String(value));
  }
  const missing = /\{(\w+)\}/.exec(path);
  if (missing !== null) throw new TypeError(`The parameter "${missing[1]}" is missing.`);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

async function readResult(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = response.headers.get("content-type")?.includes("application/json") === true;
  // Files of the account can be large, so the caller reads their bytes.
  return isJson ? readJson(response) : response;
}

interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

/** Sends a request now, and the requests of the following pages while the result is iterated. */
function createPagePromise(
  request: (cursor: string | null) => Promise<unknown>,
): PagePromise<unknown> {
  const first = request(null);
  return Object.assign(first, {
    async *[Symbol.asyncIterator](): AsyncGenerator<never> {
      let page = (await first) as Page;
      for (;;) {
        yield* page.items as never[];
        if (page.next_cursor === null) return;
        page = (await request(page.next_cursor)) as Page;
      }
    },
  });
}
