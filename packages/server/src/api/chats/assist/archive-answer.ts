import type { FastifyInstance } from "fastify";
import { ArchiveAnswer, NewArchiveAnswer } from "@parlour/protocol/api";
import type { AssistChat } from "../../../assist/index.ts";
import type { Principal } from "../../../auth/index.ts";
import { refuse } from "../../../core/failure.ts";
import { listMessages } from "../../../store/chats/message.ts";
import { findSimilarChats } from "../../../store/agent/similar-chats.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { getChatVisibility } from "../visibility.ts";
import { answerInParts } from "./answer-in-parts.ts";
import { askAboutChats } from "./ask-about-chats.ts";
import { listLoadedNames, numberChats, type LoadedChat } from "./loaded-chat.ts";
import { loadAssistChat, requireModel, toLines, type ConnectedModel } from "./load-assist-chat.ts";
import type { AssistRouteDeps } from "./suggestion.ts";

const maxChats = 5;
const maxMessages = 40;
const maxQuestionLength = 1_000;

/** Registers the route that answers a question from closed chats (ASSIST-070). */
export function archiveAnswerRoute(app: FastifyInstance, deps: AssistRouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/archive-answers",
    action: "chats.read",
    tag: "assist",
    summary: "Answer a question from closed chats",
    body: NewArchiveAnswer,
    status: 200,
    answer: ArchiveAnswer,
    isStreamed: true,
    once: { because: "It changes nothing." },
    async handle({ principal, body, request, reply }) {
      if (body.chat_id === undefined && !body.question?.trim()) refuseEmptyQuestion();
      const loaded =
        body.chat_id === undefined ? null : await loadAssistChat(deps, principal, body.chat_id);
      const model = loaded?.model ?? (await requireModel(deps, principal, "chat model"));
      const question = getQuestion(deps, loaded?.chat ?? null, body.question);
      const chats = await loadChats(deps, principal, model, {
        question,
        chatId: body.chat_id ?? null,
      });
      const nothing = { text: "", sources: [], model: model.name, request_id: null };
      return answerInParts(request, reply, async (send): Promise<ArchiveAnswer> => {
        if (chats.length === 0) return nothing;
        const { answer, sources } = await askAboutChats(chats, { reply, send }, (shared) =>
          deps.assist.askArchive({
            account: principal.accountId,
            chatId: body.chat_id ?? null,
            question,
            names: listNames(loaded?.chat ?? null, chats),
            ...shared,
          }),
        );
        const { text, requestId } = answer;
        const named = sources.filter(({ number }) => text.includes(`[${number}]`));
        return { text, sources: named, model: model.name, request_id: requestId };
      });
    },
  });
}

const refuseEmptyQuestion = (): never =>
  refuse("invalid_request", "Ask a question.", { field: "question" });

/** Returns the question of the operator, or what the customer asks. */
function getQuestion(
  { assist }: AssistRouteDeps,
  chat: AssistChat | null,
  given: string | undefined,
): string {
  const question = given?.trim() || (chat === null ? "" : assist.getQuestion(chat));
  if (question === "") refuseEmptyQuestion();
  return question.slice(0, maxQuestionLength);
}

async function loadChats(
  { reader, assist }: AssistRouteDeps,
  principal: Principal,
  model: ConnectedModel,
  { question, chatId }: { readonly question: string; readonly chatId: number | null },
): Promise<readonly LoadedChat[]> {
  const account = principal.accountId;
  const found = await findSimilarChats(reader, account, getChatVisibility(principal), {
    text: question,
    language: await assist.detectLanguage(question),
    limit: maxChats,
    except: chatId,
  });
  const loaded = await Promise.all(
    found.map(async (record) => {
      const messages = await listMessages(reader, account, record.chat.id, { limit: maxMessages });
      return { chat: record.chat, lines: messages.flatMap((message) => toLines(message, model)) };
    }),
  );
  return numberChats(loaded);
}

const listNames = (chat: AssistChat | null, chats: readonly LoadedChat[]): readonly string[] => [
  ...new Set([...(chat?.visitorNames ?? []), ...listLoadedNames(chats)]),
];
