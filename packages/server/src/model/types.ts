import type { ModelTest } from "@parlour/protocol/api";
import type { TSchema } from "typebox";
import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import type { ModelPurpose } from "@parlour/protocol/settings/model-purposes";

export interface ModelMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: TSchema;
}
interface ModelCall {
  readonly account: number;
  readonly purpose: ModelPurpose;
  /** The chat that the request is about. Its budget and its erasure count. */
  readonly chatId?: number;
  /** The delivery log gets no texts, because no erasure would find those of several chats. */
  readonly hidesTexts?: true;
  /** Leaves a request and a fifth of the tokens of the day to others (MODEL-042). */
  readonly isBackground?: true;
  readonly signal?: AbortSignal;
}
/** What the model is asked. */
export interface Question {
  readonly messages: readonly ModelMessage[];
  /** Names of people in the messages, for the mask. */
  readonly names?: readonly string[];
  /** The answer is JSON of this schema. */
  readonly schema?: TSchema;
  readonly tools?: readonly ModelTool[];
  /** Receives the answer in parts, with restored values. Streams the request. */
  readonly onText?: (part: string) => void;
}
export interface WriteCall extends ModelCall, Question {}
export interface EmbedCall extends ModelCall {
  /** At most 256. */
  readonly texts: readonly string[];
  /** Names of people in the texts, for the mask. */
  readonly names?: readonly string[];
}
/** Texts that a translation server translates. */
export interface TranslateCall extends ModelCall {
  readonly text: string;
  /** Names of people in the text, for the mask. */
  readonly names?: readonly string[];
  /** Language tags. `from`: null if the server detects the language. */
  readonly from: string | null;
  readonly to: string;
}
interface Counted {
  readonly tokens: { readonly sent: number; readonly received: number };
  /** Millionths of the currency. */
  readonly cost: number;
  readonly ms: number;
  /** Id of the request in the delivery log. */
  readonly requestId: number;
}
/** An answer with restored values. */
export interface WrittenAnswer {
  readonly text: string;
  /** null without a schema. Fits the schema. */
  readonly json: unknown;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
}
export interface Written extends Counted, WrittenAnswer {
  readonly kind: "answered";
  readonly firstMs: number;
}
export interface Embedded extends Counted {
  readonly kind: "answered";
  readonly vectors: readonly (readonly number[])[];
}
export interface Translated extends Counted {
  readonly kind: "answered";
  readonly text: string;
}
export interface ModelFailure {
  readonly kind: "failed";
  readonly reason: ModelFailureReason;
  /** Time in ms after which the server wants the next request. */
  readonly retryAfterMs?: number | null;
  /** For the operator who asked, and for the delivery log. */
  readonly message: string;
  readonly ms: number;
  /** null: the account has no such server. */
  readonly requestId: number | null;
}

/** The language model of each account. Rejects only if the database does. */
export interface Model {
  readonly write: (call: WriteCall) => Promise<Written | ModelFailure>;
  readonly embed: (call: EmbedCall) => Promise<Embedded | ModelFailure>;
  /** Translates by the translation server. Without one it fails with `not_set_up`. */
  readonly translate: (call: TranslateCall) => Promise<Translated | ModelFailure>;
  /** Measures the models of an account with small requests (MODEL-050). */
  readonly test: (account: number) => Promise<ModelTest["checks"]>;
}
