import type { ConnectorTarget } from "../ports.ts";
import { linkPart, type LinkPartDeps } from "./link-part.ts";
import type { MessageRef } from "./open-message.ts";

/** What came of a part. `externalId`: the id that the service gave to it, or null. */
interface PartResult<Sent> {
  readonly sent: Sent;
  readonly isAccepted: boolean;
  readonly externalId: string | null;
}
interface OutgoingParts<Part, Sent> {
  readonly target: ConnectorTarget;
  /** null: what is sent is not a message of a chat, so its ids are not stored. */
  readonly ref: MessageRef | null;
  readonly parts: readonly Part[];
  readonly timeoutMs: number;
  /** Sends a part. Rejects never. `n`: its position in `parts`. */
  readonly send: (part: Part, n: number, timeoutMs: number) => Promise<PartResult<Sent>>;
}

const minRequestMs = 100;

/**
 * Sends the parts of a message one after another, until one is not accepted. The id of each part is
 * stored immediately, so that a later attempt continues with the next part. Resolves with the last
 * part that was sent. Never rejects.
 */
export async function sendParts<Part, Sent>(
  deps: LinkPartDeps,
  { target, ref, parts, timeoutMs, send }: OutgoingParts<Part, Sent>,
): Promise<Sent> {
  const endAt = deps.clock.monotonic() + timeoutMs;
  let last: { readonly sent: Sent } | null = null;
  for (const [n, part] of parts.entries()) {
    const leftMs = Math.max(endAt - deps.clock.monotonic(), minRequestMs);
    const { sent, isAccepted, externalId } = await send(part, n, leftMs);
    if (!isAccepted) return sent;
    if (ref !== null && externalId !== null) await linkPart(deps, target, ref, externalId);
    last = { sent };
  }
  if (last === null) throw new Error("a message without parts is sent");
  return last.sent;
}
