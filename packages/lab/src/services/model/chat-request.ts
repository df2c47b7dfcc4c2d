import { toObject, toText } from "../../endpoints/received-request.ts";
import { invalidRequest } from "./api-error.ts";
import type { ChatMessage, ChatRequest, ToolDefinition } from "./types.ts";

/** Checks the body of a request for an answer. Throws ApiError. */
export function parseChatRequest(body: Readonly<Record<string, unknown>>): ChatRequest {
  const { messages, tools = [], stream_options, max_completion_tokens, max_tokens } = body;
  if (!Array.isArray(messages) || messages.length === 0)
    throw invalidRequest("messages must be a list with at least one message.", "messages");
  if (!Array.isArray(tools)) throw invalidRequest("tools must be a list.", "tools");
  const definitions = tools.map(parseTool);
  return {
    model: toText(body["model"]),
    messages: messages.map(parseMessage),
    tools: definitions,
    toolChoice: parseToolChoice(body["tool_choice"], definitions),
    schema: parseFormat(body["response_format"]),
    isStreamed: body["stream"] === true,
    hasUsage: toObject(stream_options)["include_usage"] === true,
    maxTokens: Number(max_completion_tokens ?? max_tokens ?? Infinity),
  };
}

const roles = ["system", "developer", "user", "assistant", "tool"];

function parseMessage(value: unknown, index: number): ChatMessage {
  const { role, content, tool_calls } = toObject(value);
  if (!roles.includes(toText(role)))
    throw invalidRequest(`Unknown role “${toText(role)}”.`, `messages[${index}].role`);
  const parts = Array.isArray(content) ? content : [{ type: "text", text: content }];
  const text = parts.map((part) => toText(toObject(part)["text"])).join("\n");
  if (text === "" && !Array.isArray(tool_calls))
    throw invalidRequest("content must be a text.", `messages[${index}].content`);
  return { role: toText(role), text };
}

function parseTool(value: unknown, index: number): ToolDefinition {
  const { name, parameters } = toObject(toObject(value)["function"]);
  if (toText(name) === "")
    throw invalidRequest("A tool must be a function with a name.", `tools[${index}]`);
  return { name: toText(name), parameters: toObject(parameters) };
}

function parseToolChoice(value: unknown, tools: readonly ToolDefinition[]): string {
  if (value === undefined) return tools.length === 0 ? "none" : "auto";
  const choice = toText(value) || toText(toObject(toObject(value)["function"])["name"]);
  if (!["auto", "none", "required", ...tools.map(({ name }) => name)].includes(choice))
    throw invalidRequest("tool_choice names no tool of the request.", "tool_choice");
  return choice;
}

function parseFormat(value: unknown): ChatRequest["schema"] {
  const { type = "text", json_schema } = toObject(value);
  if (type === "text") return null;
  if (type === "json_object") return {};
  const { schema } = toObject(json_schema);
  if (type !== "json_schema" || typeof schema !== "object" || schema === null)
    throw invalidRequest("json_schema.schema must be a JSON schema.", "response_format");
  return toObject(schema);
}
