import type { FastifyInstance } from "fastify";
import { ArticleGapChange, MessageParams, NoContent } from "@parlour/protocol/api";
import { can, mustMaskText } from "../../auth/index.ts";
import { formatContent } from "../../core/bot/plain-text.ts";
import { refuse } from "../../core/failure.ts";
import { findGapAuthor, saveGapState } from "../../store/articles/gap-note.ts";
import { listMessages } from "../../store/chats/message.ts";
import { requireVisibleChat } from "../chats/visibility.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId, rejectNotFound } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Registers the route that notes a message as a gap of the articles, or dismisses it (ART-045). */
export function noteGapRoute(app: FastifyInstance, deps: RouteDeps): void {
  const { auth, clock, reader, sql } = deps;
  declareRoute(app, auth, {
    method: "PUT",
    url: "/chats/:id/messages/:seq/gap",
    action: "chats.answer",
    tag: "articles",
    summary: "Note a question that no article answers",
    params: MessageParams,
    body: ArticleGapChange,
    once: { because: "A repeat keeps the state, its author and its time." },
    status: 204,
    answer: NoContent,
    async handle({ principal, params, body: { state } }) {
      const { operatorId } = principal;
      const account = principal.accountId;
      const key = { account, chatId: parseId(params.id, "chat"), seq: Number(params.seq) };
      await requireVisibleChat(deps, principal, key.chatId);
      if (mustMaskText(principal)) refuse("forbidden", "Your role cannot read messages.");
      const page = { before: key.seq + 1, limit: 1 };
      const [message] = await listMessages(reader, account, key.chatId, page);
      const isQuestion =
        message?.seq === key.seq &&
        message.author.kind === "visitor" &&
        formatContent(message).trim() !== "";
      if (!isQuestion) rejectNotFound("message of a visitor with a text");
      // Who reads the report dismisses what others noted, and what agents could not answer.
      const mayDismiss =
        can(principal, "reports.read") || (await findGapAuthor(reader, key)) === operatorId;
      if (state === "dismissed" && !mayDismiss)
        refuse("forbidden", "Your role can only dismiss what you noted.");
      await saveGapState(sql, key, { state, operatorId, now: clock.now() });
      return null;
    },
  });
}
