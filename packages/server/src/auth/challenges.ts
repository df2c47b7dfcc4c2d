import { randomBytes } from "node:crypto";
import type { Clock } from "../core/ports.ts";
import { BoundedMap } from "./bounded-map.ts";

/** Somebody looks for his key or types elsewhere meanwhile. */
const validMs = 10 * 60_000;
const capacity = 20_000;

/** What this installation asked and wants to recognise in the answer, without keeping it: sealed into the question itself. */
export interface Challenges {
  /** A text for a URL, cookie or authenticator that only this installation can have made. */
  make(purpose: string, what: Readonly<Record<string, unknown>>): Buffer;
  /** What was put in; null: another purpose, too old, forged, or taken before. */
  take(challenge: Buffer, purpose: string): Readonly<Record<string, unknown>> | null;
}

export function openChallenges(deps: {
  readonly clock: Pick<Clock, "now">;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
}): Challenges {
  const taken = new BoundedMap<string, true>(capacity);
  return {
    make: (purpose, what) =>
      deps.secrets.seal(
        JSON.stringify({ ...what, purpose, until: deps.clock.now() + validMs, once: randomBytes(16).toString("base64url") }),
      ),
    take(challenge, purpose) {
      const what = read((sealed) => deps.secrets.open(sealed), challenge);
      if (what?.["purpose"] !== purpose || Number(what["until"]) <= deps.clock.now()) return null;
      const once = String(what["once"]);
      if (taken.get(once)) return null;
      taken.set(once, true);
      return what;
    },
  };
}

function read(open: (sealed: Buffer) => string, challenge: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(open(challenge)) as Readonly<Record<string, unknown>>;
  } catch {
    // Not ours, or changed: no challenge.
    return null;
  }
}
