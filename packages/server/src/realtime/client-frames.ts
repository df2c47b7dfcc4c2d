import { ClientFrame } from "@parlour/protocol";
import { Compile } from "typebox/compile";

const frames = Compile(ClientFrame);

/** One frame of a client (API-101, API-106), or null: not JSON, not of these shapes. `readJson` throws for what is no JSON. */
export function readClientFrame(data: Uint8Array, readJson: (bytes: Uint8Array) => unknown): ClientFrame | null {
  let value: unknown;
  try {
    value = readJson(data);
  } catch {
    // Whatever the reader found, the client is told the same: its frame is refused.
    return null;
  }
  return frames.Check(value) ? value : null;
}
