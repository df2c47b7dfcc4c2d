import type { ContactClaims } from "@parlour/protocol/widget";
import type { Attached, Failure, Unsent } from "./model.ts";

/** What the visitor can do in the window. A promise answers null when the server did it, else why not. */
export interface Acts {
  /** False: too much waits already, the text must stay where it is. */
  readonly say: (text: string, more?: Pick<Unsent, "button"> & { readonly upload?: Attached }) => boolean;
  /** Sends a refused message again (WG-082). */
  readonly again: (ref: string) => void;
  /** Takes a refused message away. */
  readonly discard: (ref: string) => void;
  /** Each change of the text being written. */
  readonly write: (text: string) => void;
  readonly contacts: (claims: ContactClaims, consent: string | null) => Promise<Failure | null>;
  readonly skipContacts: () => void;
  readonly offline: (claims: ContactClaims, text: string, consent: string | null) => Promise<Failure | null>;
  readonly call: (phone: string) => Promise<Failure | null>;
  readonly rate: (rating: "positive" | "negative", comment: string) => Promise<Failure | null>;
  readonly end: () => void;
  readonly beginAnew: () => void;
  readonly choose: (departmentId: number) => void;
  readonly older: () => void;
  /** Whether the newest message is on the screen. */
  readonly atEnd: (is: boolean) => void;
  readonly retry: () => void;
  readonly mute: (muted: boolean) => void;
  readonly move: (cause: "chat_tab" | "call" | "minimise" | "close") => void;
  readonly touched: () => void;
  /** Where files go and pictures come from, and who asks; null: not connected yet. */
  readonly server: () => Server | null;
}

export interface Server {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}
