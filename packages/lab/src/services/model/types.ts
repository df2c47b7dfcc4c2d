/**
 * A model server in memory with the chat and embeddings interface of OpenAI, as its public
 * documentation describes it: `/models`, `/chat/completions` and `/embeddings`. It also translates
 * as LibreTranslate does: `/translate`.
 */
export interface ModelService {
  /** Base URL, for the setting `base_url` of the model. */
  readonly url: string;
  /** For the setting `translate_url`: the service also has the interface of LibreTranslate. */
  readonly translateUrl: string;
  readonly host: string;
  readonly apiKey: string;
  readonly chatModel: string;
  readonly embeddingModel: string;
  /** Requests in the order in which they arrived. */
  readonly requests: readonly ModelRequest[];
  /** Adds an answer. Of those that match a request, the one that was added first is given. */
  script(answer: ScriptedAnswer): void;
  addFault(fault: ModelFault): void;
  endFaults(): void;
  /** Resolves when the condition is met. Checked after each request and each part of an answer. */
  waitUntil(isMet: () => boolean, withinMs?: number): Promise<void>;
  close(): Promise<void>;
}
export interface ModelServiceOptions {
  /** Absent: any free port. */
  readonly port?: number;
  readonly apiKey?: string;
  readonly chatModel?: string;
  readonly embeddingModel?: string;
  /** Length of the vectors. Default: 256. */
  readonly dimensions?: number;
  /** Computes the vectors. Default: from the words of the text. */
  readonly embed?: EmbedText;
  /** Called after each request and each part of an answer. */
  readonly onChange?: () => void;
}

export type EmbedText = (text: string, dimensions: number) => readonly number[];

export interface ModelRequest {
  /** Path after the base URL, such as `/chat/completions`. */
  readonly path: string;
  /** The body as it arrived. */
  readonly body: string;
  readonly at: number;
  /** Status of the response, 0 without one. */
  status: number;
  /** Text that the model answered, or the JSON of its tool calls. */
  answer: string;
  /** `aborted`: the client closed the connection before the end of the response. */
  end: "pending" | "complete" | "cut" | "aborted";
}

/** What the model answers. */
export type ModelAnswer =
  /** Words in the form that the request asks for: a text, or the strings of its JSON schema. */
  | { readonly words: string }
  /** A text that is sent as it is, whatever the request asks for. */
  | { readonly text: string; readonly finishReason?: "stop" | "length" | "content_filter" }
  | { readonly tools: readonly ToolCall[] };
export interface ToolCall {
  readonly name: string;
  /** Its arguments. A string is sent as it is, so it can be broken JSON. */
  readonly input: unknown;
}

export interface ScriptedAnswer {
  /** A text that the body of the request contains. Absent: any chat request. */
  readonly match?: string;
  /** Number of requests that get the answer. Default: 1. */
  readonly times?: number;
  readonly answer: ModelAnswer | ((chat: ChatRequest) => ModelAnswer);
}

/** A fault of the service for the next requests. */
export interface ModelFault {
  /** The path that fails, such as `/embeddings`. Absent: every path. */
  readonly path?: string;
  /** Number of requests that fail. Default: 1. `Infinity` until `endFaults`. */
  readonly times?: number;
  readonly reply: FaultReply;
}
export type FaultReply =
  /** The connection ends without a response. */
  | "reset"
  | {
      /**
       * Called before each part of the response; part 0 begins with the headers. A response without
       * streaming has two parts. The part is sent when the promise resolves.
       */
      readonly beforePart: (part: number, signal: AbortSignal) => Promise<unknown> | undefined;
    }
  /** The connection ends after so many parts, and before the last one in any case. */
  | { readonly cutAfterParts: number }
  | { readonly status: number; readonly message: string; readonly retryAfterS?: number }
  /** A response that is not of the interface, such as the page of a proxy. */
  | { readonly status: number; readonly body: string; readonly type: string }
  /** The model answers this, whatever it is asked. */
  | { readonly answer: ModelAnswer };

/** A request of `/chat/completions` after its checks. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDefinition[];
  /** Name of the tool that must be called, `required` for any of them, else `auto` or `none`. */
  readonly toolChoice: string;
  /** The JSON schema of the answer, `{}` for any JSON object, null for a text. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly isStreamed: boolean;
  readonly hasUsage: boolean;
  readonly maxTokens: number;
}
export interface ChatMessage {
  readonly role: string;
  readonly text: string;
}
export interface ToolDefinition {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}
