import type { Readable } from "node:stream";
import type { Clock } from "../../../core/command.ts";
import { openDownload, uploadForm } from "../../../connectors/service/stream-requests.ts";
import type { Egress, EgressReply } from "../../../egress/index.ts";
import type { FormFile } from "../../../connectors/service/upload-form.ts";
import { parseApiReply, type ApiResult } from "./reply.ts";

interface ApiDeps {
  readonly egress: Egress;
  readonly clock: Clock;
  readonly apiUrl: string;
  readonly version: string;
}
/** A request to a method. `values`: the parameters. `file`: the file that is uploaded with them. */
interface ApiRequest {
  readonly method: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly file?: FormFile;
  readonly timeoutMs: number;
}

/** Calls methods of the Bot API for bots. Never rejects because of an error of the service. */
export interface TelegramApi {
  /** Sends a request and returns the response for the delivery log. */
  send(token: string, request: ApiRequest): Promise<EgressReply>;
  /** Sends a request and interprets the response. The default timeout is 10 s. */
  call(
    token: string,
    method: string,
    values?: Readonly<Record<string, unknown>>,
    timeoutMs?: number,
  ): Promise<ApiResult>;
  /**
   * Opens the content of a file by the path that getFile returned. `maxBytes`: maximum size. The
   * caller must read the stream or destroy it.
   */
  download(
    token: string,
    path: string,
    maxBytes: number,
  ): Promise<{ readonly body: Readable } | { readonly failure: string }>;
}

const callTimeoutMs = 10_000;
const downloadTimeoutMs = 60_000;
/** A response with 100 updates is far smaller. */
const maxReplyBytes = 4 * 1024 * 1024;

export function createTelegramApi({ egress, clock, apiUrl, version }: ApiDeps): TelegramApi {
  const agent = { "user-agent": `Parlour/${version}` };
  const headers = { accept: "application/json", ...agent };
  const send: TelegramApi["send"] = (token, { method, values, file, timeoutMs }) => {
    const request = { url: `${apiUrl}/bot${token}/${method}`, timeoutMs, maxReplyBytes };
    return file === undefined
      ? egress.post({
          ...request,
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(values),
          chunked: false,
        })
      : uploadForm(
          { egress, clock },
          { ...request, headers, texts: toTexts(values), file, interrupted: "timeout" },
        );
  };
  return {
    send,
    call: async (token, method, values = {}, timeoutMs = callTimeoutMs) =>
      parseApiReply(await send(token, { method, values, timeoutMs })),
    download: (token, path, maxBytes) =>
      openDownload(
        egress,
        {
          url: `${apiUrl}/file/bot${token}/${path}`,
          headers: agent,
          headTimeoutMs: callTimeoutMs,
          timeoutMs: downloadTimeoutMs,
          maxReplyBytes: maxBytes,
        },
        (status) => `The download was answered with status ${status}.`,
      ),
  };
}

const toTexts = (values: ApiRequest["values"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
