import type { IncomingMessage } from "node:http";
import { fail, Refusal } from "../../core/failure.ts";

/**
 * Reads the whole body of a request, at most `limit` bytes. Rejects with `payload_too_large` as
 * soon as the announced or received length is larger (CH-034), and with `invalid_request` if the
 * connection ends inside the body. Discards data that follows a rejection, until the request
 * timeout.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // The listeners stay attached, because removing them costs more than this check.
    let isOpen = true;
    const onData = (chunk: Buffer): void => {
      if (!isOpen) return;
      size += chunk.length;
      if (size > limit) return tooLarge();
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      if (!isOpen) return;
      isOpen = false;
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    };
    const onClose = (): void => {
      if (!isOpen) return;
      isOpen = false;
      reject(new Refusal(fail("invalid_request", "The connection ended inside the body.")));
    };
    const tooLarge = (): void => {
      isOpen = false;
      request.resume();
      reject(
        new Refusal(
          fail("payload_too_large", `The body is larger than ${Math.floor(limit / 1024)} KiB.`),
        ),
      );
    };
    if (Number(request.headers["content-length"]) > limit) return tooLarge();
    // Without a listener for errors, Node emits only `close`.
    request.on("data", onData).on("end", onEnd).on("close", onClose);
  });
}
