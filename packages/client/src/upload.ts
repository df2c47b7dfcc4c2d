import type { Upload } from "@parlour/protocol/api-upload";
import { answerError, ApiError, type ApiOptions } from "./api-error.ts";

export interface UploadRequest {
  /** Display name; the content decides the type (CORE-060). */
  readonly name: string;
  /** Bytes that have left so far. */
  readonly onProgress?: (sent: number) => void;
  readonly signal?: AbortSignal;
}

/** A connection that moves nothing for so long is taken for broken. */
const stalledMs = 30_000;

/**
 * Sends one file (API-071) and tells how far it is, which `fetch` cannot. Resolves when the server has it on its disk.
 * Throws `ApiError`; `AbortError` when the signal fires.
 */
export function sendUpload(
  options: Pick<ApiOptions, "base" | "key" | "onSignedOut" | "request">,
  file: Blob,
  { name, onProgress, signal }: UploadRequest,
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = options.request?.() ?? new XMLHttpRequest();
    let watch: ReturnType<typeof setTimeout> | undefined;
    const stop = () => request.abort();
    const end = () => {
      clearTimeout(watch);
      signal?.removeEventListener("abort", stop);
    };
    const moved = () => {
      clearTimeout(watch);
      watch = setTimeout(stop, stalledMs);
    };
    const broken = () => {
      end();
      if (signal?.aborted) reject(new DOMException("The upload was cancelled.", "AbortError"));
      else reject(new ApiError({ code: "network", status: 0, message: "No answer from the server." }));
    };
    if (signal?.aborted) {
      broken();
      return;
    }
    request.open("POST", `${options.base}/api/v1/uploads`);
    request.setRequestHeader("accept", "application/json");
    if (options.key) request.setRequestHeader("authorization", `Bearer ${options.key}`);
    request.upload.onprogress = ({ loaded }) => {
      moved();
      // The form around the file has some bytes of its own.
      onProgress?.(Math.min(loaded, file.size));
    };
    request.onload = () => {
      end();
      const answer = { status: request.status, header: (key: string) => request.getResponseHeader(key), text: request.responseText };
      const stored = request.status === 201 || request.status === 200 ? uploadIn(answer.text) : null;
      if (stored) resolve(stored);
      else reject(answerError(options, answer));
    };
    request.onerror = request.onabort = broken;
    signal?.addEventListener("abort", stop);
    const form = new FormData();
    form.append("file", file, name);
    moved();
    request.send(form);
  });
}

function uploadIn(text: string): Upload | null {
  try {
    const body = JSON.parse(text) as Upload;
    return typeof body.id === "number" ? body : null;
  } catch {
    return null;
  }
}
