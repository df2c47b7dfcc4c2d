import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

/** One response of the endpoint, or the reason why no response arrived. */
export type EndpointResult =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
      /** Whether the body exceeded the limit. */
      readonly tooLarge: boolean;
      readonly ms: number;
    }
  | { readonly kind: "timeout"; readonly ms: number }
  | { readonly kind: "cut"; readonly why: string; readonly ms: number };

interface PostRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly chunked?: boolean | undefined;
}
/** Posts only to the given address. Follows no redirects and ignores proxy settings. */
export interface EndpointClient {
  post(request: PostRequest): Promise<EndpointResult>;
  /** Longest response time since the last call in ms. Null without a response. */
  takeSlowestMs(): number | null;
  close(): void;
}

interface RequestLimits {
  /** Maximum time of one request including connecting, milliseconds. */
  readonly limitMs: number;
  /** Maximum number of body bytes that are read. */
  readonly maxBytes: number;
}

export function openEndpointClient(limits: RequestLimits): EndpointClient {
  const agents = {
    "http:": new HttpAgent({ keepAlive: true }),
    "https:": new HttpsAgent({ keepAlive: true }),
  };
  let longest: number | null = null;
  return {
    async post(request) {
      const answer = await sendPost(
        request,
        request.url.protocol === "https:" ? agents["https:"] : agents["http:"],
        limits,
      );
      longest = Math.max(longest ?? 0, answer.ms);
      return answer;
    },
    takeSlowestMs() {
      const ms = longest;
      longest = null;
      return ms;
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function sendPost(
  { url, headers, body, chunked = false }: PostRequest,
  agent: HttpAgent,
  { limitMs, maxBytes }: RequestLimits,
): Promise<EndpointResult> {
  const bytes = Buffer.from(body);
  const startedAt = performance.now();
  const ms = () => Math.round(performance.now() - startedAt);
  const framing = chunked
    ? { "transfer-encoding": "chunked" }
    : { "content-length": String(bytes.length) };
  const options = {
    method: "POST",
    headers: { ...headers, ...framing },
    agent,
    signal: AbortSignal.timeout(limitMs),
  };
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve(toFailure(error, ms()));
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(
      url,
      options,
      (response) => {
        const { statusCode = 0, headers } = response;
        readResponseBody(response, maxBytes).then(
          (result) =>
            resolve({
              kind: "answered",
              status: statusCode,
              headers: flattenHeaders(headers),
              ...result,
              ms: ms(),
            }),
          fail,
        );
      },
    );
    request.once("error", fail);
    // The chunked body has two parts, so that a receiver fails if it treats the first part as the
    // whole body.
    const half = chunked ? bytes.length >> 1 : 0;
    if (half > 0) request.write(bytes.subarray(0, half));
    request.end(bytes.subarray(half));
  });
}

async function readResponseBody(
  response: IncomingMessage,
  maxBytes: number,
): Promise<{ body: Buffer; tooLarge: boolean }> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) {
      response.destroy();
      return { body: Buffer.concat(parts), tooLarge: true };
    }
    parts.push(part);
  }
  return { body: Buffer.concat(parts), tooLarge: false };
}

function toFailure(error: unknown, ms: number): EndpointResult {
  if (!(error instanceof Error)) return { kind: "cut", why: String(error), ms };
  const code = "code" in error ? String(error.code) : "";
  if (error.name === "TimeoutError" || code === "ABORT_ERR") return { kind: "timeout", ms };
  return { kind: "cut", why: failureText[code] ?? error.message, ms };
}
const failureText: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there (connection refused)",
  ENOTFOUND: "the name is not known (DNS)",
  ECONNRESET: "the connection was cut before the answer",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed (TLS)",
  CERT_HAS_EXPIRED: "the certificate has expired (TLS)",
};

const flattenHeaders = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
  );
