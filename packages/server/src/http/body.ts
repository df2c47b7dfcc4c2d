import type { IncomingMessage } from "node:http";
import { fail, Refusal } from "../core/failure.ts";

/**
 * The whole body of a request as bytes, at most `limit`. Rejects with `payload_too_large` as soon as the announced length or what has
 * arrived is above it (CH-034), with `invalid_request` when the connection ends inside the body. What still comes after a refusal is
 * discarded; the request timeout ends it.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // The listeners stay: taking them off costs more than asking.
    let open = true;
    const onData = (chunk: Buffer): void => {
      if (!open) return;
      size += chunk.length;
      if (size > limit) return tooLarge();
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      if (!open) return;
      open = false;
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    };
    const onClose = (): void => {
      if (!open) return;
      open = false;
      reject(new Refusal(fail("invalid_request", "The connection ended inside the body.")));
    };
    const tooLarge = (): void => {
      open = false;
      request.resume();
      reject(new Refusal(fail("payload_too_large", `The body is larger than ${Math.floor(limit / 1024)} KiB.`)));
    };
    if (Number(request.headers["content-length"]) > limit) return tooLarge();
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}
