import type {
  AnswerSource,
  ArchiveAnswer,
  ArchiveSource,
  Rewrite,
  RewriteMode,
  Suggestion,
} from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { api } from "../../../state/api/api.ts";
import { requestSummary } from "../../../ui/assist/summary.ts";
import { announce } from "../../../ui/live-region.tsx";
import {
  dismissAssistDraft,
  setAssistDraft,
  updateAssistDraft,
  type ArchiveDraft,
  type AssistChat,
  type AssistDraft,
  type SuggestionDraft,
} from "./assist-state.ts";
import { streamDraft } from "../../../ui/assist/draft-stream.ts";
import { t } from "./text.ts";

/** Asks for a suggested reply. `customerSeq`: of the last message of the customer. */
export function requestSuggestion(chat: AssistChat, customerSeq: number): void {
  const draft: SuggestionDraft = {
    kind: "suggestion",
    phase: "working",
    words: "",
    text: "",
    sources: [],
    requestId: null,
    customerSeq,
    textBefore: null,
  };
  run(chat, draft, async (abort) => {
    const update = (change: Partial<SuggestionDraft>) => updateAssistDraft(chat, change, abort);
    const { text, sources, request_id } = await streamDraft<AnswerSource, Suggestion>(
      `/chats/${chat.chatId}/suggestions`,
      {},
      abort.signal,
      {
        onSources: (sources) => update({ sources }),
        onWords: (words) => update({ words }),
      },
    );
    update({ phase: "ready", text, sources, requestId: request_id });
    return text === "" ? t("assist.none.text") : t("assist.ready", { n: sources.length });
  });
}

/** Asks how closed chats solved a question. Without one, it is what the customer asks. */
export function requestArchiveAnswer(chat: AssistChat, question: string | null = null): void {
  const draft = { kind: "archive", phase: "working", question, words: "", chats: [] } as const;
  run(chat, draft, async (abort) => {
    const update = (change: Partial<ArchiveDraft>) => updateAssistDraft(chat, change, abort);
    const { text, sources } = await streamDraft<ArchiveSource, ArchiveAnswer>(
      "/archive-answers",
      { chat_id: chat.chatId, ...omitAbsent({ question: question ?? undefined }) },
      abort.signal,
      {
        onSources: (chats) => update({ chats }),
        onWords: (words) => update({ words }),
      },
    );
    update({ phase: "ready", words: text, chats: sources });
    return t(text === "" ? "archive.none" : "archive.ready");
  });
}

/** Asks for another wording of a text that is in the field. */
export function requestRewrite(chat: AssistChat, mode: RewriteMode, original: string): void {
  run(chat, { kind: "rewrite", phase: "working", mode, original, text: "" }, async (abort) => {
    const { text } = await api.post<Rewrite>(
      `/chats/${chat.chatId}/rewrites`,
      { text: original, mode },
      { signal: abort.signal },
    );
    updateAssistDraft(chat, { phase: "ready", text }, abort);
    return t("rewrite.ready");
  });
}

/** Asks for a summary of the chat. */
export function requestChatSummary(chat: AssistChat): void {
  run(chat, { kind: "summary", phase: "working", summary: null }, async (abort) => {
    const summary = await requestSummary(chat.chatId, abort.signal);
    updateAssistDraft(chat, { phase: "ready", summary }, abort);
    return t("summary.ready");
  });
}

/** Repeats the request of a draft that failed. */
export function repeatRequest(chat: AssistChat, draft: AssistDraft): void {
  if (draft.kind === "suggestion") requestSuggestion(chat, draft.customerSeq);
  else if (draft.kind === "rewrite") requestRewrite(chat, draft.mode, draft.original);
  else if (draft.kind === "archive") requestArchiveAnswer(chat, draft.question);
  else requestChatSummary(chat);
}

/** Shows a draft, and runs its request, which returns what screen readers announce. */
function run(
  chat: AssistChat,
  draft: AssistDraft,
  request: (abort: AbortController) => Promise<string>,
): void {
  dismissAssistDraft(chat);
  const abort = new AbortController();
  setAssistDraft(chat, draft, abort);
  request(abort).then(announce, (error: unknown) => {
    if (!abort.signal.aborted) updateAssistDraft(chat, { phase: "failed", error }, abort);
  });
}
