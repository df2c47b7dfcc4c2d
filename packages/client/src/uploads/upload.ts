import type { Upload } from "@parlour/protocol/api/upload";
import { toApiError, ApiError, type ApiOptions } from "../api-error.ts";

export interface UploadRequest {
  /** Display name. The server derives the file type from the content (CORE-060). */
  readonly name: string;
  /** Path of the route that stores the file, after `/api/v1`. */
  readonly path?: string;
  /** Called with the number of bytes sent so far. */
  readonly onProgress?: (sent: number) => void;
  readonly signal?: AbortSignal;
}

/** What the server answers about a stored file. */
export interface StoredFile {
  readonly id: number | string;
}

/** A connection without progress for this long counts as broken. */
const stallTimeoutMs = 30_000;

/**
 * Uploads a file (API-071), by XMLHttpRequest because of its progress. Throws `ApiError`, or
 * `AbortError` if the signal fires.
 */
export function sendUpload<Stored extends StoredFile = Upload>(
  options: ApiOptions,
  file: Blob,
  { name, path = "/uploads", onProgress, signal }: UploadRequest,
): Promise<Stored> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(createAbortError());
    const request = openRequest(options, path);
    const stop = () => request.abort();
    const stall = createStallTimer(stop);
    const end = () => {
      stall.stop();
      signal?.removeEventListener("abort", stop);
    };
    request.upload.onprogress = ({ loaded }) => {
      stall.restart();
      // `loaded` also counts the bytes of the multipart form around the file.
      onProgress?.(Math.min(loaded, file.size));
    };
    request.onload = () => {
      end();
      const response = {
        status: request.status,
        header: (key: string) => request.getResponseHeader(key),
        text: request.responseText,
      };
      const stored =
        request.status === 201 || request.status === 200
          ? parseUpload<Stored>(response.text)
          : null;
      if (stored) resolve(stored);
      else reject(toApiError(options, response));
    };
    request.onerror = request.onabort = () => {
      end();
      reject(
        signal?.aborted
          ? createAbortError()
          : new ApiError({ code: "network", status: 0, message: "No response from the server." }),
      );
    };
    signal?.addEventListener("abort", stop);
    stall.restart();
    request.send(toForm(file, name));
  });
}

const createAbortError = () => new DOMException("The upload was cancelled.", "AbortError");

function openRequest(options: ApiOptions, path: string): XMLHttpRequest {
  const request = options.request?.() ?? new XMLHttpRequest();
  request.open("POST", `${options.base}/api/v1${path}`);
  request.setRequestHeader("accept", "application/json");
  if (options.key) request.setRequestHeader("authorization", `Bearer ${options.key}`);
  return request;
}

/** Calls `stop` after 30 s without progress. */
function createStallTimer(stop: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  return {
    restart() {
      end();
      timer = setTimeout(stop, stallTimeoutMs);
    },
    stop: end,
  };
}

function toForm(file: Blob, name: string): FormData {
  const form = new FormData();
  form.append("file", file, name);
  return form;
}

function parseUpload<Stored extends StoredFile>(text: string): Stored | null {
  try {
    const body = JSON.parse(text) as Partial<Stored>;
    return body.id === undefined ? null : (body as Stored);
  } catch {
    return null;
  }
}
