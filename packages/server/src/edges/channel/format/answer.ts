import { JsonFault, JsonNumber, readReplyJson } from "../../../http/json.ts";

/** How an integrator's answer to a message is read (CH-080). Pure. */

/** What a body holds; `value` is a symbol where it is no JSON. */
export type Answer = { readonly kind: "value"; readonly value: unknown } | { readonly kind: "bad"; readonly why: string };

/** Reads a body; `bad`: no answer at all can be made of it. */
export function readAnswer(body: Buffer): Answer {
  const text = utf8(body);
  if (text === null) return { kind: "bad", why: "The answer is not UTF-8 text." };
  if (/^[\s\p{Cf}\p{Cc}]*</u.test(text)) return { kind: "bad", why: "The answer is a page (HTML or XML), not JSON." };
  const value = parse(text);
  return value === repeated ? { kind: "bad", why: "The answer repeats its result or error." } : { kind: "value", value };
}

const repeated = Symbol("repeated key");
const nothing = Symbol("no JSON");

function parse(text: string): unknown {
  try {
    return readReplyJson(Buffer.from(text, "utf8"));
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    if (error.kind === "duplicate" && (error.key === "result" || error.key === "error")) return repeated;
    // Another repeated key, or depth, is the integrator's affair: his yes or no is still readable.
    return error.kind === "duplicate" || error.kind === "depth" ? loosely(text) : nothing;
  }
}
function loosely(text: string): unknown {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
    return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  } catch (error) {
    if (error instanceof SyntaxError) return nothing;
    throw error;
  }
}

/** `null`, `false`, `0`, `""` and `[]` are no error (CH-080). */
export function isAbsent(error: unknown): boolean {
  if (Array.isArray(error)) return error.length === 0;
  if (error instanceof JsonNumber) return Number(error.literal) === 0;
  return error === null || error === undefined || error === false || error === 0 || error === "";
}

/** Whether this `result` says yes. */
export const isOk = (result: unknown): boolean => typeof result === "string" && result.trim().toLowerCase() === "ok";

/** The words of a text, number or boolean; "" for anything else. */
export function plain(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (value instanceof JsonNumber) return value.literal;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
/** Whether the status refuses whatever the body says. */
export function isRefusedStatus(status: number | null): status is number {
  return status !== null && (status < 200 || status > 299);
}

function utf8(body: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
