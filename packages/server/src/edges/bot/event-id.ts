import { createHash } from "node:crypto";

/** Namespace of event ids (RFC 9562, version 5). Another one would change existing ids. */
const idNamespace = Buffer.from("3f1d7c5e9a824b6e8c0f52d1b7e4a960", "hex");

/** Returns the id of a delivery's event (BOT-020), which is also its `webhook-id` (BOT-014). */
export function toEventId(deliveryId: number): string {
  const bytes = createHash("sha1")
    .update(idNamespace)
    .update(`delivery ${deliveryId}`)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
