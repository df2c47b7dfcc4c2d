import type { Outcome } from "../core/entity.ts";

/** Headers as Node gives them. */
export type SeenHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What was wrong, or noted of a request that was taken (its status says so), in words of the interface; `rule` names the rule of docs/spec. */
export interface SeenFault {
  readonly code: string;
  readonly message: string | null;
  readonly field: string | null;
  readonly rule: string | null;
}

/** A request of an integrator and what it was answered. */
export interface SeenRequest {
  readonly kind: "channel" | "bot";
  /** Channel or bot. */
  readonly ownerId: number;
  /** Milliseconds since 1970 of its answer. */
  readonly at: number;
  readonly method: string;
  /** Path and query; the secrets in it are cut by `lastFour` before it is handed over. */
  readonly url: string;
  readonly headers: SeenHeaders;
  /** As it came; null when it was not read. */
  readonly body: Buffer | null;
  readonly status: number;
  readonly durationMs: number;
  readonly fault: SeenFault | null;
  readonly requestId: string;
  readonly event: string | null;
  readonly chatId: number | null;
}

/** A request of ours: an attempt of a delivery, a typing notice or a test, for which no row stands. */
export interface SeenAttempt {
  readonly kind: "channel" | "bot" | "webhook";
  readonly endpointId: number;
  readonly at: number;
  readonly deliveryId: number | null;
  readonly event: string | null;
  readonly chatId: number | null;
  /** As the ledger keeps both, bodies cut at 8 KiB. */
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };
  readonly reply: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
  readonly status: number | null;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Most bytes of a body that are kept. */
export const keptBytes = 8 * 1024;

/** A request as the memory keeps it: its body as one string of bytes, so that no buffer of a socket stays alive. */
export interface KeptRequest extends Omit<SeenRequest, "body"> {
  readonly direction: "in";
  readonly id: number;
  readonly bytes: string;
  readonly isCut: boolean;
}
export interface KeptAttempt extends SeenAttempt {
  readonly direction: "out";
  readonly id: number;
}
export type Kept = KeptRequest | KeptAttempt;
