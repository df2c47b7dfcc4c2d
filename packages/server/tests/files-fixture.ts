import { readdir } from "node:fs/promises";
import net from "node:net";
import { basename, join } from "node:path";
import type { ApiResponse, ApiCaller, TestParlour } from "@parlour/testkit";

/** An upload over real HTTP. */

export interface UploadForm {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** The content type that the sender states. */
  readonly type?: string;
  readonly field?: string;
}

/** Uploads one file as a browser sends it. */
export function upload(
  call: ApiCaller,
  form: UploadForm,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  const body = encodeForm(form);
  return call("POST", "uploads", body.bytes, { "content-type": body.type, ...headers });
}

/**
 * Encodes multipart/form-data with the file name as browsers do: quotes and line breaks as percent
 * codes, the rest in UTF-8.
 */
export function encodeForm({
  name,
  bytes,
  type = "application/octet-stream",
  field = "file",
}: UploadForm): {
  bytes: Buffer<ArrayBuffer>;
  type: string;
} {
  const boundary = "parlour-test-boundary";
  const escapedName = name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${escapedName}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    bytes: Buffer.concat([
      Buffer.from(head),
      Buffer.from(bytes),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

export interface RawUpload {
  /** The bytes of the request, which the test writes. */
  readonly form: Buffer;
  write(bytes: Buffer): void;
  cut(): void;
  /** The complete response. */
  readonly answer: Promise<string>;
}
/** Starts an upload whose bytes the test writes in parts. */
export async function openRawUpload(
  parlour: Pick<TestParlour, "port">,
  key: string,
  size: number,
): Promise<RawUpload> {
  const { bytes, type } = encodeForm({ name: "slow.txt", bytes: Buffer.alloc(size, 97) });
  const socket = net.connect(parlour.port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  const chunks: Buffer[] = [];
  const answer = new Promise<string>((resolve) => {
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
  });
  socket.write(
    `POST /api/v1/uploads HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n` +
      `content-type: ${type}\r\ncontent-length: ${bytes.length}\r\n\r\n`,
  );
  return {
    form: bytes,
    write: (part) => void socket.write(part),
    cut: () => void socket.destroy(),
    answer,
  };
}

export interface FileResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}
/** Requests a public URL without a session. */
export async function fetchFile(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<FileResponse> {
  const response = await fetch(url, { method, headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Replaces the origin of PUBLIC_URL with that of the test server. */
export function toServerUrl(parlour: Pick<TestParlour, "url">, url: string): string {
  return parlour.url + new URL(url).pathname;
}

/** Returns the names of all files below a folder on the server's disk. */
export async function listFileNames(folder: string): Promise<readonly string[]> {
  return (await listFilePaths(folder, "")).map((path) => basename(path));
}
/** Returns the full paths of the files below a folder whose names begin with the prefix. */
export async function listFilePaths(folder: string, prefix: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.startsWith(prefix))
    .map((entry) => join(entry.parentPath, entry.name));
}
