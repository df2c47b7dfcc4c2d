/**
 * Content of a push message, encrypted for one device (RFC 8291). `packages/operator/public/sw.js`
 * reads it.
 */
export type PushPayload =
  | {
      readonly kind: "chat_waiting";
      readonly chat: number;
      /** Name of the visitor as operators see it. null: only the number is known. */
      readonly name: string | null;
      readonly number: number;
      readonly channel: string;
      /** The last message of the visitor, if the operator wants texts. */
      readonly text?: string;
      /** A bot handed the chat over. */
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
      /** The telephone number, if the operator wants texts. */
      readonly text?: string;
      readonly language: "en" | "ru";
    }
  | { readonly kind: "call_taken"; readonly call: number }
  | { readonly kind: "test"; readonly language: "en" | "ru" };

/** Maximum code points of a visitor's text, about what a lock screen shows. */
export const maxTextLength = 120;
