import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  IdParams,
  NewRewrite,
  NewSummary,
  NewTranslation,
  Rewrite,
  Summary,
  Translation,
  type SummaryLines,
} from "@parlour/protocol/api";
import { refuse } from "../../../core/failure.ts";
import { listMessages } from "../../../store/chats/message.ts";
import {
  findTranslation,
  saveTranslation,
  type TranslationKey,
} from "../../../store/model/translation.ts";
import { createClientSignal } from "../../kit/open-stream.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import { archiveAnswerRoute } from "./archive-answer.ts";
import { articleDraftRoute } from "./article-draft.ts";
import { loadAssistChat, requireModel } from "./load-assist-chat.ts";
import { requireAnswer } from "./require-answer.ts";
import { suggestionRoute, type AssistRouteDeps } from "./suggestion.ts";

export type { AssistRouteDeps } from "./suggestion.ts";

/** Registers the routes of what the model drafts for operators (ASSIST-001). */
export function assistRoutes(app: FastifyInstance, deps: AssistRouteDeps): void {
  suggestionRoute(app, deps);
  rewriteRoute(app, deps);
  summaryRoute(app, deps);
  translationRoute(app, deps);
  archiveAnswerRoute(app, deps);
  articleDraftRoute(app, deps);
}

function rewriteRoute(app: FastifyInstance, deps: AssistRouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/rewrites",
    action: "chats.read",
    tag: "assist",
    summary: "Rewrite a text",
    params: IdParams,
    body: NewRewrite,
    status: 200,
    answer: Rewrite,
    once: { because: "It changes nothing." },
    async handle({ principal, params, body, reply }) {
      const needed = body.mode === "customer_language" ? "translation" : "chat model";
      const id = parseId(params.id, "chat");
      const { chat, model } = await loadAssistChat(deps, principal, id, needed);
      const signal = createClientSignal(reply);
      const written = requireAnswer(await deps.assist.rewrite({ chat, signal, ...body }));
      return { text: written.text.trim(), model: model.name, request_id: written.requestId };
    },
  });
}

function summaryRoute(app: FastifyInstance, deps: AssistRouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/summaries",
    action: "chats.read",
    tag: "assist",
    summary: "Summarise a chat",
    params: IdParams,
    body: NewSummary,
    status: 200,
    answer: Summary,
    once: { because: "It changes nothing." },
    async handle({ principal, params, body, reply }) {
      const { chat, model } = await loadAssistChat(deps, principal, parseId(params.id, "chat"));
      const signal = createClientSignal(reply);
      const { language = null } = body;
      const { json, requestId } = requireAnswer(
        await deps.assist.summarize({ chat, signal, language }),
      );
      return {
        // The model port has checked it against the schema.
        ...(json as SummaryLines),
        with_notes: model.sendsNotes,
        model: model.name,
        request_id: requestId,
      };
    },
  });
}

function translationRoute(app: FastifyInstance, deps: AssistRouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/translate",
    action: "chats.read",
    tag: "assist",
    summary: "Translate a text",
    body: NewTranslation,
    once: { because: "A text that was translated is not translated again." },
    status: 200,
    answer: Translation,
    async handle({ principal, body, reply }) {
      const { chat_id, text, to, from = null, known = [] } = body;
      const chat =
        chat_id === undefined
          ? null
          : (await loadAssistChat(deps, principal, chat_id, "translation")).chat;
      if (chat === null) await requireModel(deps, principal, "translation");
      const key = await findTranslationKey(deps, principal.accountId, body);
      const stored = key && (await findTranslation(deps.reader, key));
      if (stored) return stored;
      const translated = requireAnswer(
        await deps.assist.translate({
          account: principal.accountId,
          chat,
          text,
          to,
          from,
          known,
          signal: createClientSignal(reply),
        }),
      );
      const translation = { text: translated.text.trim(), from: translated.from };
      if (key && translated.text !== text)
        await saveTranslation(deps.sql, key, translation, deps.clock.now());
      return translation;
    },
  });
}

/** Returns the message whose translation is stored. null: the text is of no message. */
async function findTranslationKey(
  { reader }: AssistRouteDeps,
  account: number,
  { chat_id, seq, text, to }: Static<typeof NewTranslation>,
): Promise<TranslationKey | null> {
  if (seq === undefined) return null;
  if (chat_id === undefined)
    return refuse("invalid_request", "seq needs chat_id.", { field: "seq" });
  const [message] = await listMessages(reader, account, chat_id, { before: seq + 1, limit: 1 });
  const isSame = message !== undefined && message.seq === seq && message.text === text;
  return isSame ? { account, chatId: chat_id, seq, language: to, source: text } : null;
}
