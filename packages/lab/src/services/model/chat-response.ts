import type { SentAnswer } from "./answer.ts";
import { countTokens, joinTokens, splitTokens } from "./tokens.ts";
import type { ChatRequest } from "./types.ts";

/** A response, in the parts in which it is sent. */
export interface ResponseParts {
  readonly type: string;
  readonly parts: readonly string[];
}

/** Builds the response to a request for an answer. `number` makes its ids unique. */
export function buildChatResponse(
  chat: ChatRequest,
  answer: SentAnswer,
  number: number,
): ResponseParts {
  const tokens = splitTokens(answer.text);
  const isCut = tokens.length > chat.maxTokens;
  const sent: SentAnswer = {
    ...answer,
    text: isCut ? tokens.slice(0, chat.maxTokens).join("") : answer.text,
    finishReason: isCut ? "length" : answer.finishReason,
  };
  const common = {
    id: `chatcmpl-lab${number}`,
    created: 1_700_000_000 + number,
    model: chat.model,
  };
  const usage = countUsage(chat, sent);
  return chat.isStreamed
    ? { type: "text/event-stream; charset=utf-8", parts: buildStream(chat, sent, common, usage) }
    : buildJson({
        ...common,
        object: "chat.completion",
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: sent.tools.length === 0 ? sent.text : null,
              tool_calls: sent.tools.length === 0 ? undefined : sent.tools.map(describeTool),
            },
            finish_reason: sent.finishReason,
          },
        ],
        usage,
      });
}

/** Builds a response without streaming. It is sent in two halves. */
export function buildJson(value: unknown): ResponseParts {
  const text = JSON.stringify(value);
  const half = Math.ceil(text.length / 2);
  return { type: "application/json", parts: [text.slice(0, half), text.slice(half)] };
}

function buildStream(
  { hasUsage }: ChatRequest,
  { text, tools, finishReason }: SentAnswer,
  common: object,
  usage: object,
): readonly string[] {
  const write = (change: object): string =>
    `data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", ...change })}\n\n`;
  const writeDelta = (delta: object, reason: string | null = null): string =>
    write({ choices: [{ index: 0, delta, finish_reason: reason }] });
  return [
    writeDelta({ role: "assistant", content: tools.length === 0 ? "" : null }),
    ...joinTokens(splitTokens(text)).map((content) => writeDelta({ content })),
    ...tools.flatMap((tool, index) => {
      const { id, type } = describeTool(tool, index);
      const begin = { index, id, type, function: { name: tool.name, arguments: "" } };
      return [
        writeDelta({ tool_calls: [begin] }),
        ...joinTokens(splitTokens(tool.json)).map((part) =>
          writeDelta({ tool_calls: [{ index, function: { arguments: part } }] }),
        ),
      ];
    }),
    writeDelta({}, finishReason),
    ...(hasUsage ? [write({ choices: [], usage })] : []),
    "data: [DONE]\n\n",
  ];
}

const describeTool = ({ name, json }: SentAnswer["tools"][number], index: number) => ({
  id: `call_lab${index + 1}`,
  type: "function",
  function: { name, arguments: json },
});

function countUsage({ messages }: ChatRequest, { text, tools }: SentAnswer): object {
  const promptTokens = messages.reduce((sum, message) => sum + countTokens(message.text), 0);
  const answerTokens = tools.reduce((sum, { json }) => sum + countTokens(json), countTokens(text));
  return {
    prompt_tokens: promptTokens,
    completion_tokens: answerTokens,
    total_tokens: promptTokens + answerTokens,
  };
}
