import { ClientFrame } from "@parlour/protocol";
import { Compile, type Validator } from "typebox/compile";

/** Compiled for the first frame, because a start should not wait for it (PERF-12). */
let validator: Validator | null = null;

/** Parses a frame of a client (API-101, API-106). Returns null if it is invalid. */
export function parseClientFrame(
  data: Uint8Array,
  parseJson: (bytes: Uint8Array) => unknown,
): ClientFrame | null {
  let value: unknown;
  try {
    value = parseJson(data);
  } catch {
    // The error is irrelevant, because every invalid frame is rejected in the same way.
    return null;
  }
  validator ??= Compile(ClientFrame);
  return validator.Check(value) ? (value as ClientFrame) : null;
}
