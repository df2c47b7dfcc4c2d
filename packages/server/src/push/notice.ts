/** What a device reads; encrypted for it alone (RFC 8291). `packages/operator/public/sw.js` is its reader. */
export type Notice =
  | {
      readonly kind: "chat_waiting";
      readonly chat: number;
      /** The visitor as operators see him; null: without a name, then his number. */
      readonly name: string | null;
      readonly number: number;
      readonly channel: string;
      /** What he wrote last; only where the operator asked for it. */
      readonly text?: string;
      /** A bot handed over. */
      readonly bot?: true;
      readonly language: "en" | "ru";
    }
  | { readonly kind: "chat_taken"; readonly chat: number }
  | {
      readonly kind: "call_waiting";
      readonly call: number;
      readonly name: string | null;
      readonly number: number;
      readonly channel: string;
      /** The telephone number; only where the operator asked for text. */
      readonly text?: string;
      readonly language: "en" | "ru";
    }
  | { readonly kind: "call_taken"; readonly call: number }
  | { readonly kind: "test"; readonly language: "en" | "ru" };

/** Code points of a visitor's text that a notice carries: what a lock screen shows. */
export const textMost = 120;
