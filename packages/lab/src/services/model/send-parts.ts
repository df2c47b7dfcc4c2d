import type { ServerResponse } from "node:http";
import type { ResponseParts } from "./chat-response.ts";
import type { FaultReply } from "./types.ts";

/** Sends a response part by part, as a fault says. Resolves when it ended or was cut. */
export async function sendParts(
  response: ServerResponse,
  { type, parts }: ResponseParts,
  { fault, onPart }: { readonly fault: FaultReply | null; readonly onPart: () => void },
): Promise<void> {
  const rules = typeof fault === "object" ? fault : null;
  const limit =
    rules !== null && "cutAfterParts" in rules
      ? Math.min(rules.cutAfterParts, parts.length - 1)
      : null;
  const closed = new AbortController();
  const isClosed = new Promise<void>((resolve) => {
    response.once("close", () => {
      closed.abort();
      resolve();
    });
  });
  for (const [index, part] of parts.entries()) {
    if (index === limit) return void response.destroy();
    if (rules !== null && "beforePart" in rules)
      await Promise.race([
        Promise.resolve(rules.beforePart(index, closed.signal)).catch(() => undefined),
        isClosed,
      ]);
    if (response.destroyed) return;
    if (index === 0) response.writeHead(200, { "content-type": type });
    await Promise.race([new Promise((resolve) => response.write(part, resolve)), isClosed]);
    onPart();
  }
  response.end();
}
