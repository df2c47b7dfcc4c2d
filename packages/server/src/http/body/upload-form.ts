import multipart from "@fastify/multipart";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Upload } from "@parlour/protocol/api";
import type { SentFile } from "../../core/chat/message/file-attachment.ts";
import { Refusal, refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import { extendUploadTimeout } from "./upload-timeout.ts";

/** Size of a multipart body in addition to its file: boundary lines and part headers. */
const maxFormOverheadBytes = 16 * 1024;
const mib = 1024 * 1024;

interface UploadForm {
  file(): Promise<{ readonly name: string; readonly body: Readable }>;
  /** Rejects if data follows the file. */
  assertEnd(): Promise<void>;
}
/** The file of a multipart body while it is received. */
export interface IncomingFile {
  readonly name: string;
  readonly body: Readable;
  /** Must be called after `body` was read. Rejects if data follows the file. */
  afterBody(): Promise<void>;
}
export interface UploadLimits {
  readonly clock: Clock;
  /** Maximum file size in bytes. */
  readonly maxFileBytes: number;
  /** Checks limits first. `announced`: length of the body, or the maximum. */
  readonly admit?: (announced: number) => Promise<void>;
}

/** Registers routes that accept multipart bodies. All other routes still reject them. */
export async function registerUploadRoutes(
  app: FastifyInstance,
  add: (forms: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (forms) => {
    await forms.register(multipart);
    add(forms);
  });
}

/**
 * Passes the file of a multipart body (API-244) to `store` while it is received, for up to 15 min.
 * Resolves to the result of `store`. Fails with `unsupported_media_type`, `payload_too_large`,
 * `invalid_request`, or a failure of `admit` or `store`. The route must be registered with
 * `registerUploadRoutes`.
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  { clock, maxFileBytes, admit }: UploadLimits,
  store: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  try {
    if (!request.isMultipart())
      refuse("unsupported_media_type", "Send the file as multipart/form-data.");
    const announced = Number(request.headers["content-length"] ?? maxFileBytes);
    if (announced > maxFileBytes + maxFormOverheadBytes)
      refuse(
        "payload_too_large",
        `The file is larger than ${Math.floor(maxFileBytes / mib)} MiB.`,
        { field: "file" },
      );
    await admit?.(announced);
    const done = extendUploadTimeout(request.raw, clock);
    return await storeIncoming(request, maxFileBytes, store).finally(done);
  } catch (error) {
    // The rest is read and discarded, so that the sender receives the response.
    request.raw.unpipe();
    request.raw.resume();
    throw error;
  }
}

async function storeIncoming<T>(
  request: FastifyRequest,
  maxFileBytes: number,
  store: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const form = parseForm(request, maxFileBytes);
  const { name, body } = await form.file();
  // The code that reads the file detects a sender who disconnects.
  body.on("error", () => undefined);
  return store({ name, body, afterBody: () => form.assertEnd() });
}

/**
 * Parses a multipart body with exactly one field, a file named `file`. Rejects all others with
 * `invalid_request`. Reads at most one byte more than `maxFileBytes`.
 */
const partLimits = { fields: 1, files: 2, parts: 2, fieldSize: 1_024, headerPairs: 50 };

function parseForm(request: FastifyRequest, maxFileBytes: number): UploadForm {
  const rejectForm = (): never =>
    refuse("invalid_request", "The form must have exactly one field: the file, called file.", {
      field: "file",
    });
  const parts = request.parts({ limits: { ...partLimits, fileSize: maxFileBytes + 1 } });
  const next = async () => {
    try {
      return await parts.next();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return rejectForm();
    }
  };
  return {
    async file() {
      const { done, value } = await next();
      if (done === true || value.type !== "file" || value.fieldname !== "file") return rejectForm();
      return { name: decodeFileName(value.filename), body: value.file };
    },
    async assertEnd() {
      if ((await next()).done !== true) rejectForm();
    },
  };
}

/** Browsers encode quotes and line breaks as percent codes. It may be absent (RFC 7578 4.2). */
function decodeFileName(filename: string | undefined = ""): string {
  return filename.replaceAll("%22", '"').replace(/%0[AD]/gi, "");
}

export function serializeUpload(file: SentFile & { readonly id: number }): Upload {
  const { id, name, size, type, width, height, url, thumbUrl } = file;
  return {
    id,
    name,
    size,
    type,
    ...(width === null || height === null ? {} : { width, height }),
    url,
    ...omitAbsent({ thumb_url: thumbUrl ?? undefined }),
  };
}
