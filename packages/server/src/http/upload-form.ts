import type {} from "@fastify/multipart";
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { Refusal, refuse } from "../core/failure.ts";

/** What a form needs besides its file: boundary lines and the headers of the part. */
export const formBytes = 16 * 1024;

export interface UploadForm {
  file(): Promise<{ readonly name: string; readonly body: Readable }>;
  /** Rejects when something comes behind the file. */
  ended(): Promise<void>;
}

/**
 * A form with exactly one field, a file called `file` (API-071); anything else refuses `invalid_request`. `most`: bytes that are read of it, and one
 * more. Needs `@fastify/multipart`.
 */
export function openUploadForm(request: FastifyRequest, most: number): UploadForm {
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

/** Browsers write quotes and line ends of a name as percent codes, and nothing else. */
function nameOf(filename: string): string {
  return filename.replaceAll("%22", '"').replace(/%0[AD]/gi, "");
}
