import type { IncomingMessage } from "node:http";

/** Maximum size of a request, as the Bot API documents it for uploads: 50 MB and its parameters. */
const maxRequestBytes = 51 * 1024 * 1024;

/** A file of a multipart request. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}
/** Parameters of a method: the JSON values as they arrived, or texts of a form or a query. */
export interface MethodInput {
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, UploadedFile>>;
}

/** Reads the parameters in the four documented ways. Returns null if they are too large. */
export async function readMethodInput(request: IncomingMessage): Promise<MethodInput | null> {
  const query = new URL(request.url ?? "/", "http://localhost").searchParams;
  const values: Record<string, unknown> = Object.fromEntries(query);
  const body = await readBytes(request);
  if (body === null) return null;
  const type = request.headers["content-type"] ?? "";
  const files: Record<string, UploadedFile> = {};
  if (type.startsWith("application/json")) Object.assign(values, parseJsonObject(body.toString()));
  else if (body.length > 0) {
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": type },
    }).formData();
    for (const [name, value] of form)
      if (typeof value === "string") values[name] = value;
      else
        files[name] = {
          name: value.name,
          type: value.type,
          bytes: Buffer.from(await value.arrayBuffer()),
        };
  }
  return { values, files };
}

async function readBytes(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= maxRequestBytes) parts.push(part);
  }
  return size > maxRequestBytes ? null : Buffer.concat(parts);
}

/** Returns a parameter that is JSON in a form and a value in a JSON body. */
export function readJsonValue(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
function parseJsonObject(text: string): object {
  const value = readJsonValue(text);
  return typeof value === "object" && value !== null ? value : {};
}

export const readText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
export function readInteger(value: unknown, fallback: number): number {
  const number = value === undefined || value === "" ? fallback : Number(value);
  return Number.isSafeInteger(number) ? number : fallback;
}
