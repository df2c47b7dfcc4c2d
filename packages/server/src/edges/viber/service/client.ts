import type { Readable } from "node:stream";
import { openDownload } from "../../../connectors/service/stream-requests.ts";
import type { Egress, EgressReply } from "../../../egress/index.ts";
import { parseApiReply, type ApiResult } from "./reply.ts";

/** Calls methods of Viber's REST API for bots. Never rejects because of an error of the service. */
export interface ViberApi {
  url(method: string): string;
  /** Whether the API is a stand-in that reaches addresses without https. */
  readonly isLocal: boolean;
  /** Sends a request and returns the response for the delivery log. */
  send(token: string, method: string, body: string, timeoutMs: number): Promise<EgressReply>;
  /** Sends a request and interprets the response. */
  call(token: string, method: string, values?: object): Promise<ApiResult>;
  /** Opens the content of a file. The caller must read the stream or destroy it. */
  download(address: string): Promise<{ readonly body: Readable } | { readonly failure: string }>;
}

const callTimeoutMs = 15_000;
const downloadTimeoutMs = 60_000;
const maxReplyBytes = 64 * 1024;
/** Largest file that is received, in bytes. The limit of uploads is checked by the storage. */
const maxFileBytes = 200 * 1024 * 1024;

export function createViberApi({
  egress,
  apiUrl,
  version,
}: {
  readonly egress: Egress;
  readonly apiUrl: string;
  readonly version: string;
}): ViberApi {
  const agent = { "user-agent": `Parlour/${version}` };
  const url = (method: string): string => `${apiUrl}/${method}`;
  const send: ViberApi["send"] = (token, method, body, timeoutMs) =>
    egress.post({
      url: url(method),
      headers: {
        ...agent,
        accept: "application/json",
        "content-type": "application/json",
        "x-viber-auth-token": token,
      },
      body,
      chunked: false,
      timeoutMs,
      maxReplyBytes,
    });
  return {
    url,
    isLocal: !apiUrl.startsWith("https://"),
    send,
    call: async (token, method, values = {}) =>
      parseApiReply(await send(token, method, JSON.stringify(values), callTimeoutMs)),
    download: (address) =>
      openDownload(
        egress,
        {
          url: address,
          headers: agent,
          headTimeoutMs: callTimeoutMs,
          timeoutMs: downloadTimeoutMs,
          maxReplyBytes: maxFileBytes,
        },
        (status) => `The download was answered with status ${status}.`,
      ),
  };
}
