import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A fake S3 service in memory. It checks every signature (AWS Signature Version 4) and implements
 * the part of the protocol that Parlour uses.
 */
export interface FakeS3 {
  readonly url: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Objects by key. */
  readonly objects: ReadonlyMap<string, { readonly body: Buffer; readonly type: string }>;
  /** Reasons why requests were rejected. */
  readonly rejected: readonly string[];
  /** Methods and keys of accepted requests. */
  readonly accepted: readonly string[];
  /** Sets the mode. `down` responds to every request with 503. `hang` never responds. */
  setMode(mode: "up" | "down" | "hang"): void;
  close(): Promise<void>;
}

export async function startFakeS3(
  options: { readonly bucket?: string; readonly region?: string } = {},
): Promise<FakeS3> {
  const { bucket = "parlour-test", region = "eu-test-1" } = options;
  const accessKey = "AKTESTTESTTESTTEST01";
  const secretKey = "secret/of+the/stand-in/0123456789abcdef";
  const objects = new Map<string, { body: Buffer; type: string }>();
  const rejected: string[] = [];
  const accepted: string[] = [];
  let mode: "up" | "down" | "hang" = "up";

  const answer = (
    request: http.IncomingMessage,
    body: Buffer,
    response: http.ServerResponse,
  ): void => {
    if (mode === "hang") return;
    if (mode === "down") return sendError(response, 503, "SlowDown");
    const signatureError = checkSignature(request, body, { accessKey, secretKey, region });
    if (signatureError !== null) {
      rejected.push(signatureError);
      return sendError(response, 403, "SignatureDoesNotMatch");
    }
    const url = new URL(request.url ?? "/", "http://s3.test");
    const [, requestBucket, ...keyParts] = url.pathname.split("/").map(decodeURIComponent);
    if (requestBucket !== bucket) return sendError(response, 404, "NoSuchBucket");
    const key = keyParts.join("/");
    accepted.push(`${request.method} ${key}`);
    if (request.method === "PUT") {
      objects.set(key, { body, type: request.headers["content-type"] ?? "" });
      response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end();
      return;
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    const object = objects.get(key);
    if (object === undefined) return sendError(response, 404, "NoSuchKey");
    sendObject(request, response, object);
  };

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("error", () => undefined)
      .on("end", () => answer(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    accessKey,
    secretKey,
    objects,
    rejected,
    accepted,
    setMode(next) {
      mode = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendObject(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { body, type }: { body: Buffer; type: string },
): void {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (from === undefined) {
    response
      .writeHead(200, { "content-type": type, "content-length": body.length })
      .end(request.method === "HEAD" ? undefined : body);
    return;
  }
  const start = Number(from);
  if (start >= body.length) return sendError(response, 416, "InvalidRange");
  const end = Math.min(
    to === "" || to === undefined ? body.length - 1 : Number(to),
    body.length - 1,
  );
  const part = body.subarray(start, end + 1);
  const range = `bytes ${start}-${end}/${body.length}`;
  response
    .writeHead(206, { "content-type": type, "content-length": part.length, "content-range": range })
    .end(part);
}

function sendError(response: http.ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { "content-type": "application/xml" }).end(body);
}

/**
 * Returns why the signature is invalid, or null. This function is written from the published
 * specification and does not reuse client code.
 */
function checkSignature(
  request: http.IncomingMessage,
  body: Buffer,
  keys: { readonly accessKey: string; readonly secretKey: string; readonly region: string },
): string | null {
  const header = (name: string): string => String(request.headers[name] ?? "");
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header("authorization"),
    );
  if (parsed === null) return "the authorization has another form";
  const [, access = "", day = "", region = "", signed = "", signature = ""] = parsed;
  if (access !== keys.accessKey) return "the access key is not known";
  if (region !== keys.region) return "the region is another one";
  const time = header("x-amz-date");
  if (!/^\d{8}T\d{6}Z$/.test(time) || !time.startsWith(day)) return "the time has another form";
  const names = signed.split(";");
  for (const name of ["host", "x-amz-date", "x-amz-content-sha256"])
    if (!names.includes(name)) return `${name} is not signed`;
  const hash = header("x-amz-content-sha256");
  if (hash !== "UNSIGNED-PAYLOAD" && hash !== sha256(body)) return "the body is another one";
  const url = new URL(request.url ?? "/", "http://s3.test");
  const query = [...url.searchParams]
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort()
    .join("&");
  const canonical = [
    request.method,
    url.pathname
      .split("/")
      .map((part) => percentEncode(decodeURIComponent(part)))
      .join("/"),
    query,
    ...names.map((name) => `${name}:${header(name).trim().replace(/\s+/g, " ")}`),
    "",
    signed,
    hash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${keys.secretKey}`,
  );
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`).toString(
    "hex",
  );
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature))
    ? null
    : "the signature does not match";
}
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
function sha256(data: Buffer | string): string {
  return createHash("sha256").update(data).digest("hex");
}
