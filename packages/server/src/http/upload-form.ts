import multipart from "@fastify/multipart";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Upload } from "@parlour/protocol/api";
import type { SentFile } from "../core/chat/file-media.ts";
import { Refusal, refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import { allowLongBody } from "./long-body.ts";

/** What a form needs besides its file: boundary lines and the headers of the part. */
const formBytes = 16 * 1024;
const mib = 1024 * 1024;

interface UploadForm {
  file(): Promise<{ readonly name: string; readonly body: Readable }>;
  /** Rejects when something comes behind the file. */
  ended(): Promise<void>;
}
/** The file of a form while it arrives. */
export interface ArrivingFile {
  readonly name: string;
  readonly body: Readable;
  /** To be called when `body` was read. Rejects when something comes behind the file. */
  ended(): Promise<void>;
}
export interface UploadTerms {
  readonly clock: Pick<Clock, "now" | "alarm">;
  /** Largest file, in bytes. */
  readonly most: number;
  /** Refuses before a byte of the body is read; `announced`: length of the body, `most` where none is named. */
  readonly admit?: (announced: number) => void;
}

/** Lets the routes that `add` declares read forms; all others go on refusing them. */
export async function withForms(app: FastifyInstance, add: (forms: FastifyInstance) => void): Promise<void> {
  await app.register(async (forms) => {
    await forms.register(multipart);
    add(forms);
  });
}

/**
 * Hands the one file of a form (API-071) to `store` while it arrives, for up to 15 minutes, and gives what that gives. Refusals:
 * `unsupported_media_type`, `payload_too_large`, `invalid_request`, and those of `admit` and `store`. The route must stand in `withForms`.
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  { clock, most, admit }: UploadTerms,
  store: (file: ArrivingFile) => Promise<T>,
): Promise<T> {
  try {
    if (!request.isMultipart()) refuse("unsupported_media_type", "Send the file as multipart/form-data.");
    const announced = Number(request.headers["content-length"] ?? most);
    if (announced > most + formBytes)
      refuse("payload_too_large", `The file is larger than ${Math.floor(most / mib)} MiB.`, { field: "file" });
    admit?.(announced);
    const done = allowLongBody(request.raw, clock);
    return await arriving(request, most, store).finally(done);
  } catch (error) {
    // What still comes is read and dropped, so that the sender hears why.
    request.raw.unpipe();
    request.raw.resume();
    throw error;
  }
}

async function arriving<T>(request: FastifyRequest, most: number, store: (file: ArrivingFile) => Promise<T>): Promise<T> {
  const form = openForm(request, most);
  const { name, body } = await form.file();
  // A sender who goes away before the file is read is found out by its reader.
  body.on("error", () => undefined);
  return store({ name, body, ended: () => form.ended() });
}

/** A form with exactly one field, a file called `file`; anything else refuses `invalid_request`. `most`: bytes that are read of it, and one more. */
function openForm(request: FastifyRequest, most: number): UploadForm {
  const wrong = (): never => refuse("invalid_request", "The form must have exactly one field: the file, called file.", { field: "file" });
  const parts = request.parts({ limits: { fields: 1, files: 2, parts: 2, fieldSize: 1_024, fileSize: most + 1, headerPairs: 50 } });
  const next = async () => {
    try {
      return await parts.next();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return wrong();
    }
  };
  return {
    async file() {
      const { done, value } = await next();
      if (done === true || value.type !== "file" || value.fieldname !== "file") return wrong();
      return { name: nameOf(value.filename), body: value.file };
    },
    async ended() {
      if ((await next()).done !== true) wrong();
    },
  };
}

/** Browsers write quotes and line ends of a name as percent codes, and nothing else. Bytes alone need no name (RFC 7578 4.2). */
function nameOf(filename: string | undefined = ""): string {
  return filename.replaceAll("%22", '"').replace(/%0[AD]/gi, "");
}

/** A stored file as whoever sent it reads it. */
export function uploadWire(file: SentFile & { readonly id: number }): Upload {
  const { id, name, size, type, width, height, url, thumbUrl } = file;
  return {
    id,
    name,
    size,
    type,
    ...(width === null || height === null ? {} : { width, height }),
    url,
    ...(thumbUrl === null ? {} : { thumb_url: thumbUrl }),
  };
}
