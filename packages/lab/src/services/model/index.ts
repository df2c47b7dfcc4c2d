import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readBody } from "../../endpoints/body.ts";
import { parseObject } from "../../endpoints/received-request.ts";
import { composeAnswer, createDefaultAnswer } from "./answer.ts";
import { ApiError, invalidRequest, sendError } from "./api-error.ts";
import { parseChatRequest } from "./chat-request.ts";
import { buildChatResponse, buildJson, type ResponseParts } from "./chat-response.ts";
import { embedText } from "./embedding.ts";
import { buildEmbeddingsResponse } from "./embeddings-response.ts";
import { FaultList } from "../fault-list.ts";
import { startLocalServer } from "../local-server.ts";
import { createWaitList } from "../wait-list.ts";
import { sendParts } from "./send-parts.ts";
import {
  createTranslation,
  parseTranslateRequest,
  sendTranslateError,
  translatePath,
} from "./translate-response.ts";
import type {
  ChatRequest,
  EmbedText,
  FaultReply,
  ModelAnswer,
  ModelFault,
  ModelRequest,
  ModelService,
  ModelServiceOptions,
  ScriptedAnswer,
} from "./types.ts";

export { modelFaults } from "./faults.ts";
export type { ModelRequest, ModelService } from "./types.ts";

const basePath = "/v1";
const maxBodyBytes = 16 * 1024 * 1024;

/** Starts the service on 127.0.0.1. */
export async function startModelService(options: ModelServiceOptions = {}): Promise<ModelService> {
  const service = new Service(options);
  const server = createServer((request, response) => void service.handle(request, response));
  const { host, close } = await startLocalServer(server, options.port);
  service.host = host;
  service.onClose = close;
  return service;
}

class Service implements ModelService {
  host = "";
  onClose: () => Promise<void> = () => Promise.resolve();
  readonly apiKey: string;
  readonly chatModel: string;
  readonly embeddingModel: string;
  readonly requests: ModelRequest[] = [];
  private readonly dimensions: number;
  private readonly embed: EmbedText;
  private readonly onChange: () => void;
  private readonly faults = new FaultList<ModelFault>();
  private scripts: { readonly script: ScriptedAnswer; left: number }[] = [];
  private readonly waiting = createWaitList();

  constructor(options: ModelServiceOptions) {
    this.apiKey = options.apiKey ?? createModelKey();
    this.chatModel = options.chatModel ?? "lab-chat";
    this.embeddingModel = options.embeddingModel ?? "lab-embedding";
    this.dimensions = options.dimensions ?? 256;
    this.embed = options.embed ?? embedText;
    this.onChange = () => {
      this.waiting.onChange();
      options.onChange?.();
    };
  }

  get url(): string {
    return `http://${this.host}${basePath}`;
  }
  get translateUrl(): string {
    return `http://${this.host}`;
  }
  script(script: ScriptedAnswer): void {
    this.scripts.push({ script, left: script.times ?? 1 });
  }
  addFault(fault: ModelFault): void {
    this.faults.add(fault);
  }
  endFaults(): void {
    this.faults.clear();
  }
  waitUntil(isMet: () => boolean, withinMs?: number): Promise<void> {
    return this.waiting.waitUntil(isMet, withinMs);
  }
  async close(): Promise<void> {
    await this.onClose();
  }

  /** Handles a request. Always ends the response, unless a fault says otherwise. */
  async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming, maxBodyBytes);
    const path = (incoming.url ?? "/").split("?")[0]?.replace(basePath, "") ?? "";
    const request: ModelRequest = {
      path,
      body: body ?? "",
      at: Date.now(),
      status: 0,
      answer: "",
      end: "pending",
    };
    this.requests.push(request);
    this.onChange();
    const fault = this.faults.take((set) => (set.path ?? path) === path)?.reply ?? null;
    try {
      if (fault === "reset") incoming.socket.resetAndDestroy();
      else if (fault !== null && "status" in fault) sendFault(response, path, fault);
      else {
        if (body === null) throw new ApiError(413, "The request is too large.", null);
        if (path !== translatePath) this.checkAuthorization(incoming);
        const parts = this.answer(incoming, request, fault);
        await sendParts(response, parts, { fault, onPart: this.onChange });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (path === translatePath) sendTranslateError(response, error);
      else sendError(response, error);
    }
    request.status = response.headersSent ? response.statusCode : 0;
    request.end = describeEnd(response, fault);
    this.onChange();
  }

  private checkAuthorization({ headers }: IncomingMessage): void {
    // Azure sends the key in a header of its own.
    if (headers.authorization === `Bearer ${this.apiKey}` || headers["api-key"] === this.apiKey)
      return;
    throw new ApiError(401, "Incorrect API key provided.", "invalid_api_key");
  }

  private answer(
    { method }: IncomingMessage,
    request: ModelRequest,
    fault: FaultReply | null,
  ): ResponseParts {
    const { path } = request;
    const models = [this.chatModel, this.embeddingModel];
    if (method === "GET" && path === "/models")
      return buildJson({
        object: "list",
        data: models.map((id) => ({
          id,
          object: "model",
          created: 1_700_000_000,
          owned_by: "lab",
        })),
      });
    const body = parseObject(request.body);
    if (path === translatePath) return this.translate(body, request, fault);
    if (method !== "POST" || (path !== "/chat/completions" && path !== "/embeddings"))
      throw new ApiError(404, `Unknown request URL: ${method} ${path}.`, "unknown_url");
    if (typeof body["model"] !== "string")
      throw invalidRequest("The body must be a JSON object with the name of a model.", "model");
    if (body["model"] !== models[path === "/embeddings" ? 1 : 0])
      throw new ApiError(
        404,
        `The model “${body["model"]}” does not exist.`,
        "model_not_found",
        "model",
      );
    if (path === "/embeddings") return buildEmbeddingsResponse(body, this.embed, this.dimensions);
    const chat = parseChatRequest(body);
    const wanted =
      fault !== null && typeof fault === "object" && "answer" in fault
        ? fault.answer
        : this.takeScript(chat, request.body);
    const sent = composeAnswer(chat, wanted);
    request.answer = sent.tools.length === 0 ? sent.text : JSON.stringify(sent.tools);
    return buildChatResponse(chat, sent, this.requests.length);
  }

  private translate(
    body: Readonly<Record<string, unknown>>,
    request: ModelRequest,
    fault: FaultReply | null,
  ): ResponseParts {
    const asked = parseTranslateRequest(body, this.apiKey);
    const chat: ChatRequest = { ...emptyChat, messages: [{ role: "user", text: asked.text }] };
    const wanted =
      fault !== null && typeof fault === "object" && "answer" in fault
        ? fault.answer
        : (this.findScript(chat, request.body) ?? { words: createTranslation(asked) });
    request.answer = composeAnswer(chat, wanted).text;
    return buildJson({ translatedText: request.answer });
  }

  private takeScript(chat: ChatRequest, body: string): ModelAnswer {
    return this.findScript(chat, body) ?? createDefaultAnswer(chat);
  }
  private findScript(chat: ChatRequest, body: string): ModelAnswer | null {
    const entry = this.scripts.find(({ script }) => body.includes(script.match ?? ""));
    if (entry === undefined) return null;
    entry.left -= 1;
    this.scripts = this.scripts.filter(({ left }) => left > 0);
    const { answer } = entry.script;
    return typeof answer === "function" ? answer(chat) : answer;
  }
}

/** A chat request without anything, for scripts that answer a translation. */
const emptyChat: ChatRequest = {
  model: "",
  messages: [],
  tools: [],
  toolChoice: "none",
  schema: null,
  isStreamed: false,
  hasUsage: false,
  maxTokens: Infinity,
};

function sendFault(
  response: ServerResponse,
  path: string,
  fault: Extract<FaultReply, { readonly status: number }>,
): void {
  const { status } = fault;
  if ("body" in fault) response.writeHead(status, { "content-type": fault.type }).end(fault.body);
  else if (path === translatePath) sendTranslateError(response, fault, fault.retryAfterS);
  else sendError(response, new ApiError(status, fault.message, null), fault.retryAfterS);
}

function describeEnd(response: ServerResponse, fault: FaultReply | null): ModelRequest["end"] {
  if (response.writableEnded) return "complete";
  return fault === "reset" || (fault !== null && "cutAfterParts" in fault) ? "cut" : "aborted";
}

export const createModelKey = (): string => `sk-lab-${randomBytes(24).toString("hex")}`;
