import { createHmac } from "node:crypto";
import type { Readable } from "node:stream";
import { openDownload, requestReply, uploadForm } from "../service/stream-requests.ts";
import type { FormFile } from "../service/upload-form.ts";
import type { Clock } from "../../core/command.ts";
import type { Egress, EgressReply } from "../../egress/index.ts";
import type { ConnectorCredentials } from "../../core/channel/connector-settings.ts";
import type { JsonObject } from "../../http/body/json.ts";

/** Version of the Graph API whose documentation the edges follow. */
const apiVersion = "v25.0";
/** Maximum size of a response that is not a file, in bytes. */
const maxReplyBytes = 1024 * 1024;

/** Time limit of a request that an administrator or operator waits for, in milliseconds. */
export const requestTimeoutMs = 10_000;
/** Time limit of a file, in milliseconds. */
export const downloadTimeoutMs = 60_000;

/** A file with the texts of its form. */
interface Upload extends FormFile {
  readonly texts: Readonly<Record<string, string>>;
}

interface GraphClientDeps {
  readonly egress: Egress;
  readonly clock: Clock;
  /** Origin of the Graph API, without a slash at the end. */
  readonly apiUrl: string;
  readonly version: string;
  /** The service, as error texts name it. */
  readonly serviceName: string;
}
/** Sends requests to the Graph API with the token of a channel. No function rejects. */
export interface GraphClient {
  /** Whether the API is a stand-in on this machine, which accepts addresses without https. */
  readonly isLocal: boolean;
  /** Returns the URL of a path below the version, with the proof of the app secret. */
  url(channel: ConnectorCredentials, path: string): string;
  headers(channel: ConnectorCredentials): Readonly<Record<string, string>>;
  get(channel: ConnectorCredentials, path: string, timeoutMs: number): Promise<EgressReply>;
  post(
    channel: ConnectorCredentials,
    path: string,
    body: JsonObject,
    timeoutMs: number,
  ): Promise<EgressReply>;
  upload(
    channel: ConnectorCredentials,
    path: string,
    file: Upload,
    timeoutMs: number,
  ): Promise<EgressReply>;
  /**
   * Opens a file at an address that the service returned. `maxBytes`: the stream fails beyond it.
   * `isPublic`: the address needs no token.
   */
  download(
    channel: ConnectorCredentials,
    url: string,
    options: { readonly maxBytes: number; readonly timeoutMs: number; readonly isPublic?: true },
  ): Promise<{ readonly body: Readable } | { readonly failure: string }>;
}
export function createGraphClient({
  egress,
  clock,
  apiUrl,
  version,
  serviceName,
}: GraphClientDeps): GraphClient {
  const url = (channel: ConnectorCredentials, path: string): string =>
    withProof(`${apiUrl}/${apiVersion}/${path}`, channel);
  const authorize = ({ secrets }: ConnectorCredentials): Record<string, string> => ({
    authorization: `Bearer ${secrets["access_token"] ?? ""}`,
    accept: "application/json",
    "user-agent": `Parlour/${version}`,
  });
  const headers = (channel: ConnectorCredentials): Record<string, string> => ({
    ...authorize(channel),
    "content-type": "application/json",
  });
  return {
    isLocal: apiUrl.startsWith("http://"),
    url,
    headers,
    get: (channel, path, timeoutMs) =>
      requestReply(
        { egress, clock },
        {
          method: "GET",
          url: url(channel, path),
          headers: authorize(channel),
          timeoutMs,
          maxReplyBytes,
          interrupted,
        },
      ),
    post: (channel, path, body, timeoutMs) =>
      egress.post({
        url: url(channel, path),
        headers: headers(channel),
        body: JSON.stringify(body),
        chunked: false,
        timeoutMs,
        maxReplyBytes,
      }),
    upload: (channel, path, { texts, ...file }, timeoutMs) =>
      uploadForm(
        { egress, clock },
        {
          url: url(channel, path),
          headers: authorize(channel),
          texts,
          file: { ...file, name: file.name.replaceAll(/["\r\n\\]/g, "_") },
          timeoutMs,
          maxReplyBytes,
          interrupted,
        },
      ),
    download: async (channel, address, { maxBytes, timeoutMs, isPublic }) =>
      isMediaAddress(address, apiUrl)
        ? openDownload(
            egress,
            {
              url: address,
              headers: isPublic ? {} : authorize(channel),
              headTimeoutMs: timeoutMs,
              timeoutMs,
              maxReplyBytes: maxBytes,
            },
            (status) => `${serviceName} answered ${status}.`,
          )
        : { failure: `The address of the file is not one of ${serviceName}.` },
  };
}

/** Outcome of a response that ends too early. The service may have accepted the request. */
const interrupted = "connect_failed";

/**
 * Returns whether the token may be sent to the address of a file: an encrypted one, or the API
 * itself. The address guard checks the host.
 */
function isMediaAddress(address: string, apiUrl: string): boolean {
  const parsed = URL.parse(address);
  return parsed !== null && (parsed.protocol === "https:" || parsed.origin === apiUrl);
}

/** Proves that app secret and token belong together, else the service refuses. */
function withProof(url: string, channel: ConnectorCredentials): string {
  return `${url}${url.includes("?") ? "&" : "?"}appsecret_proof=${createProof(channel)}`;
}

export function createProof({ secrets }: ConnectorCredentials): string {
  return createHmac("sha256", secrets["app_secret"] ?? "")
    .update(secrets["access_token"] ?? "")
    .digest("hex");
}
