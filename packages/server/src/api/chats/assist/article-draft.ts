import type { FastifyInstance } from "fastify";
import { ArticleDraft, NewArticleDraft } from "@parlour/protocol/api";
import type { Principal } from "../../../auth/index.ts";
import { findChat } from "../../../store/chats/chat.ts";
import { listMessages } from "../../../store/chats/message.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { getChatVisibility } from "../visibility.ts";
import { answerInParts } from "./answer-in-parts.ts";
import { askAboutChats } from "./ask-about-chats.ts";
import { listLoadedNames, numberChats, type LoadedChat } from "./loaded-chat.ts";
import { requireModel, toLines, type ConnectedModel } from "./load-assist-chat.ts";
import type { AssistRouteDeps } from "./suggestion.ts";

/** Messages of a chat that the model gets, from the question on. */
const maxMessages = 20;

/** Registers the route that drafts an article from how people answered (ART-047). */
export function articleDraftRoute(app: FastifyInstance, deps: AssistRouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/article-drafts",
    action: "articles.manage",
    tag: "assist",
    summary: "Draft an article from chats",
    body: NewArticleDraft,
    status: 200,
    answer: ArticleDraft,
    isStreamed: true,
    once: { because: "It changes nothing." },
    async handle({ principal, body: { language, questions }, request, reply }) {
      const model = await requireModel(deps, principal, "chat model");
      const chats = await loadChats(deps, principal, model, questions);
      const nothing = { body: "", sources: [], model: model.name, request_id: null };
      return answerInParts(request, reply, async (send): Promise<ArticleDraft> => {
        if (chats.length === 0) return nothing;
        const { answer, sources } = await askAboutChats(chats, { reply, send }, (shared) =>
          deps.assist.draftArticle({
            account: principal.accountId,
            language,
            names: listLoadedNames(chats),
            ...shared,
          }),
        );
        const { text, numbers, requestId } = answer;
        const named = sources.filter(({ number }) => numbers.has(number));
        return { body: text, sources: named, model: model.name, request_id: requestId };
      });
    },
  });
}

/** Loads the chats that the principal may see, each once. Notes are never sent. */
async function loadChats(
  { reader }: AssistRouteDeps,
  principal: Principal,
  model: ConnectedModel,
  questions: NewArticleDraft["questions"],
): Promise<readonly LoadedChat[]> {
  const account = principal.accountId;
  const chats = [...Map.groupBy(questions, (question) => question.chat_id).values()];
  const loaded = await Promise.all(
    chats.map(async (ofChat) => {
      const [{ chat_id }] = ofChat as [NewArticleDraft["questions"][number]];
      const record = await findChat(reader, account, getChatVisibility(principal), chat_id);
      if (record === null) return [];
      const after = Math.min(...ofChat.map(({ seq }) => seq)) - 1;
      const messages = await listMessages(reader, account, chat_id, { after, limit: maxMessages });
      const lines = messages
        .flatMap((message) => toLines(message, { ...model, sendsNotes: false }))
        .filter(({ author }) => author !== "bot");
      return [{ chat: record.chat, lines }];
    }),
  );
  return numberChats(loaded.flat());
}
