import { browserClock } from "../../../state/clock.ts";
import type { Operation } from "./document.ts";

/** What a developer entered for a request. Parameters are by name. */
export interface RequestInput {
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: string;
}
/** A request without the key. */
export interface BuiltRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}
/** A response as it arrived. `body` is empty if it is not text. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: number;
  readonly durationMs: number;
}

/** Returns the names of required parameters that are empty, and `body` if it is not JSON. */
export function listMissing(operation: Operation, input: RequestInput): readonly string[] {
  const missing = operation.parameters
    .filter(({ name, required }) => required === true && (input.parameters[name] ?? "") === "")
    .map(({ name }) => name);
  return operation.body === null || isJson(input.body, operation.body.isRequired)
    ? missing
    : [...missing, "body"];
}
function isJson(text: string, isRequired: boolean): boolean {
  if (text.trim() === "") return !isRequired;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Builds the request of an operation. `origin` is the address of the installation. */
export function buildRequest(
  { method, path, parameters, body }: Operation,
  input: RequestInput,
  origin: string,
): BuiltRequest {
  const isSet = (location: string) => (parameter: { readonly in: string; readonly name: string }) =>
    parameter.in === location && (input.parameters[parameter.name] ?? "") !== "";
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(input.parameters[name] ?? ""),
  );
  const query = new URLSearchParams(
    parameters.filter(isSet("query")).map(({ name }) => [name, input.parameters[name] ?? ""]),
  ).toString();
  const headers = Object.fromEntries(
    parameters.filter(isSet("header")).map(({ name }) => [name, input.parameters[name] ?? ""]),
  );
  const hasBody = body !== null && input.body.trim() !== "";
  if (hasBody) headers["Content-Type"] = "application/json";
  return {
    method,
    url: `${origin}${filled}${query === "" ? "" : `?${query}`}`,
    headers,
    body: hasBody ? input.body : null,
  };
}

/**
 * Sends a request with an API key, without the session of the page. Resolves with each response;
 * rejects if there is none.
 */
export async function sendRequest(
  { method, url, headers, body }: BuiltRequest,
  key: string,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const start = browserClock.monotonic();
  const response = await fetch(url, {
    method,
    headers: key === "" ? headers : { ...headers, Authorization: `Bearer ${key}` },
    body,
    signal,
    credentials: "omit",
    cache: "no-store",
  });
  const bytes = await response.arrayBuffer();
  const type = response.headers.get("content-type") ?? "";
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: /^text\/|json/.test(type) ? new TextDecoder().decode(bytes) : "",
    bytes: bytes.byteLength,
    durationMs: Math.round(browserClock.monotonic() - start),
  };
}

/** Returns the scope that a refusal names (API-397), or null. */
export function getMissingScope({ status, body }: ReceivedResponse): string | null {
  if (status !== 403) return null;
  try {
    const { error } = JSON.parse(body) as { readonly error?: { readonly scope?: unknown } };
    return typeof error?.scope === "string" ? error.scope : null;
  } catch {
    return null;
  }
}
