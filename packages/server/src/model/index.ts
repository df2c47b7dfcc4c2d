import { askChatModel, askEmbeddingModel, type RawAnswer, type TokenUsage } from "./client.ts";
import { readAnswer } from "./answer.ts";
import type { PartRestorer } from "./mask.ts";
import { testModel } from "./test-model.ts";
import { sendRequest, type RequestDeps } from "./send-request.ts";
import { askTranslator } from "./translate.ts";
import { createReasoningFilter } from "./written-text.ts";
import { ModelFault } from "./fault.ts";
import { RequestQueue } from "./request-queue.ts";
import type {
  EmbedCall,
  Embedded,
  Model,
  ModelFailure,
  TranslateCall,
  Translated,
  WriteCall,
  Written,
} from "./types.ts";

export type { Model } from "./types.ts";

const maxChatReplyBytes = 2 << 20;
const maxEmbedReplyBytes = 16 << 20;
/** Maximum number of bytes of vectors in the delivery log, which explain nothing. */
const maxLoggedVectors = 2_048;

/** Creates the port to the language models of the accounts (MODEL-020). */
export function createModel(given: Omit<RequestDeps, "queue">): Model {
  const deps = { ...given, queue: new RequestQueue(given.clock) };
  const port: Omit<Model, "test"> = {
    write: (call) => write(deps, call),
    embed: (call) => embed(deps, call),
    translate: (call) => translate(deps, call),
  };
  return { ...port, test: (account) => testModel(port, account) };
}

async function write(deps: RequestDeps, call: WriteCall): Promise<Written | ModelFailure> {
  const { messages, names = [], onText, schema, tools, signal } = call;
  let parts: PartRestorer | null = null;
  const sent = await sendRequest<RawAnswer, ReturnType<typeof readAnswer>>(deps, call, {
    kind: "chat",
    texts: messages.map(({ content }) => content),
    names,
    maxReplyBytes: maxChatReplyBytes,
    isStreamed: onText !== undefined,
    run(connection, { model, mask }) {
      const restorer = mask.restoreParts();
      const masked = messages.map(({ role, content }) => ({ role, content: mask.apply(content) }));
      const show = createReasoningFilter((part) => {
        parts = restorer;
        const text = restorer.add(part);
        if (text !== "") onText?.(text);
      });
      const streamed = onText && show;
      return askChatModel(
        connection,
        { model, messages: masked, schema, tools, onText: streamed },
        signal,
      );
    },
    // What was shown is not shown twice.
    canRepeat: () => parts === null,
    count: ({ usage, text, calls }, sentLength) =>
      usage ?? {
        sent: estimateTokens(sentLength),
        received: estimateTokens(calls.reduce((sum, { json }) => sum + json.length, text.length)),
      },
    read: (raw, mask) => readAnswer(raw, { schema, tools, mask }),
  });
  if (sent.kind === "failed") return sent;
  const rest = (parts as PartRestorer | null)?.end() ?? "";
  if (rest !== "") onText?.(rest);
  const { result, ...counted } = sent;
  return { ...counted, ...result };
}

async function embed(deps: RequestDeps, call: EmbedCall): Promise<Embedded | ModelFailure> {
  const { texts, names = [], signal } = call;
  const sent = await sendRequest<
    Awaited<ReturnType<typeof askEmbeddingModel>>,
    Embedded["vectors"]
  >(deps, call, {
    kind: "embedding",
    texts,
    names,
    maxReplyBytes: maxEmbedReplyBytes,
    maxLoggedBytes: maxLoggedVectors,
    isStreamed: false,
    run: (connection, { model, mask }) =>
      askEmbeddingModel(connection, { model, texts: texts.map(mask.apply) }, signal),
    canRepeat: () => true,
    count: (answer, sentLength): TokenUsage => ({
      sent: answer.sent ?? estimateTokens(sentLength),
      received: 0,
    }),
    read: ({ vectors }) => vectors,
  });
  if (sent.kind === "failed") return sent;
  const { result, ...counted } = sent;
  return { ...counted, vectors: result };
}

async function translate(
  deps: RequestDeps,
  call: TranslateCall,
): Promise<Translated | ModelFailure> {
  const { text, names = [], from, to } = call;
  const sent = await sendRequest<string, string>(deps, call, {
    kind: "translation",
    texts: [text],
    names,
    maxReplyBytes: maxChatReplyBytes,
    isStreamed: false,
    run: (connection, { mask }) => askTranslator(connection, { text: mask.apply(text), from, to }),
    canRepeat: () => true,
    // Translation servers count characters.
    count: () => ({ sent: 0, received: 0 }),
    read(translated, mask) {
      if (!mask.isWhole(translated))
        throw new ModelFault("wrong_form", "The translation lost a value that the mask replaced.");
      return mask.restore(translated);
    },
  });
  if (sent.kind === "failed") return sent;
  const { result, ...counted } = sent;
  return { ...counted, text: result };
}

/** For servers that count no tokens. */
const estimateTokens = (length: number): number => Math.ceil(length / 4);
