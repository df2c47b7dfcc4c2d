import { describeError } from "../channel/send-message.ts";

/** Base URL and API key of the service API. */
export interface ServiceDeps {
  /** Base URL of the Parlour installation. */
  readonly url: string;
  readonly key: string | null;
}
export type ServiceResult =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly fault: string; readonly status: number | null };

interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Error sentence for status 403. */
  readonly forbiddenText: string;
}
/** Sends one request to the service API. If the request fails, `fault` is one sentence. */
export async function callServiceApi(
  deps: ServiceDeps,
  { method, path, body, forbiddenText }: ServiceRequest,
): Promise<ServiceResult> {
  const headers: Record<string, string> = { authorization: `Bearer ${deps.key ?? ""}` };
  if (body !== undefined) headers["content-type"] = "application/json";
  try {
    const response = await fetch(`${deps.url}/api/v1${path}`, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(5000),
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const responseBody = (await response.json().catch(() => ({}))) as Record<string, unknown> & {
      error?: { message?: string };
    };
    const { status } = response;
    if (status === 401) return { fault: "Parlour does not know this key.", status };
    if (status === 403) return { fault: forbiddenText, status };
    if (!response.ok)
      return { fault: responseBody.error?.message ?? `Parlour answered ${status}.`, status };
    return { value: responseBody };
  } catch (error) {
    return { fault: `${deps.url}: ${describeError(error)}.`, status: null };
  }
}
