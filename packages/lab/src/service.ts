import { reason } from "./outbox.ts";

/** Base URL and API key of the service API. */
export interface ServiceDeps {
  /** Base URL of the Parlour installation. */
  readonly url: string;
  readonly key: string | null;
}
export type Asked = { readonly value: Readonly<Record<string, unknown>> } | { readonly fault: string; readonly status: number | null };

/**
 * Sends one request to the service API. A fault is a sentence. `forbiddenText`: the sentence for
 * 403.
 */
export async function askService(deps: ServiceDeps, method: string, path: string, body: unknown, refused: string): Promise<Asked> {
  try {
    const response = await fetch(`${deps.url}/api/v1${path}`, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(5000),
      headers: { authorization: `Bearer ${deps.key ?? ""}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown> & { error?: { message?: string } };
    const { status } = response;
    if (status === 401) return { fault: "Parlour does not know this key.", status };
    if (status === 403) return { fault: refused, status };
    if (!response.ok) return { fault: answer.error?.message ?? `Parlour answered ${status}.`, status };
    return { value: answer };
  } catch (error) {
    return { fault: `${deps.url}: ${reason(error)}.`, status: null };
  }
}
