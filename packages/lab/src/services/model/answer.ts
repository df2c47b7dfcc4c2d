import { toObject } from "../../endpoints/received-request.ts";
import type { ChatRequest, ModelAnswer, ToolCall } from "./types.ts";

/** What is sent: a text, or calls of tools. */
export interface SentAnswer {
  readonly text: string;
  readonly tools: readonly { readonly name: string; readonly json: string }[];
  readonly finishReason: string;
}

/** Brings an answer into the form that the request asks for. */
export function composeAnswer(chat: ChatRequest, answer: ModelAnswer): SentAnswer {
  if ("tools" in answer)
    return { text: "", tools: answer.tools.map(formatToolCall), finishReason: "tool_calls" };
  if ("text" in answer)
    return { text: answer.text, tools: [], finishReason: answer.finishReason ?? "stop" };
  const { schema } = chat;
  const text =
    schema === null
      ? answer.words
      : JSON.stringify(
          Object.keys(schema).length === 0
            ? { answer: answer.words }
            : createValue(schema, answer.words, schema),
        );
  return { text, tools: [], finishReason: "stop" };
}

const formatToolCall = ({ name, input }: ToolCall): SentAnswer["tools"][number] => ({
  name,
  json: typeof input === "string" ? input : JSON.stringify(input),
});

/**
 * Returns the answer of a request without a script: the call of a tool that must be called, or that
 * the last message names, else a sentence with the last message.
 */
export function createDefaultAnswer({ messages, tools, toolChoice }: ChatRequest): ModelAnswer {
  const { role = "", text = "" } = messages.at(-1) ?? {};
  const tool = tools.find(({ name }) =>
    toolChoice === "auto"
      ? role === "user" && text.includes(name)
      : toolChoice === "required" || toolChoice === name,
  );
  if (tool === undefined) return { words: `Answer of the lab to: ${text.slice(0, 500)}` };
  const input = createValue({ type: "object", ...tool.parameters }, text, tool.parameters);
  return { tools: [{ name: tool.name, input }] };
}

type Schema = Readonly<Record<string, unknown>>;

/** Creates a value that fits a JSON schema. Its free strings are `words`. */
function createValue(schema: Schema, words: string, root: Schema): unknown {
  const { anyOf, oneOf, $ref, properties, items } = schema;
  const create = (part: unknown): unknown => createValue(toObject(part), words, root);
  if (schema["const"] !== undefined) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if (typeof $ref === "string")
    return create(
      $ref
        .split("/")
        .slice(1)
        .reduce((part: unknown, name) => toObject(part)[name], root),
    );
  const options = anyOf ?? oneOf;
  if (Array.isArray(options)) return create(options[0]);
  const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(toObject(properties)).map(([name, part]) => [name, create(part)]),
      );
    case "array":
      return Array.from({ length: Math.max(1, Number(schema["minItems"] ?? 1)) }, () =>
        create(items),
      );
    case "integer":
    case "number":
      return schema["minimum"] ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return words.slice(0, Number(schema["maxLength"] ?? Infinity));
  }
}
