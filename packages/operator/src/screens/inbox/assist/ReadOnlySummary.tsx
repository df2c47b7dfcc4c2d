import "./assist.css";
import type { Chat, Operator } from "@parlour/protocol";
import { dismissAssistDraft, useAssistDraft } from "./assist-state.ts";
import { FailedPanel } from "./panels/FailedPanel.tsx";
import { SummaryPanel } from "./panels/SummaryPanel.tsx";

/** Shows the summary of a chat that has no composer. */
export function ReadOnlySummary({
  chat: { id },
  me,
}: {
  readonly chat: Chat;
  readonly me: Operator;
}) {
  const chat = { chatId: id, operatorId: me.id };
  const draft = useAssistDraft(chat);
  const close = () => dismissAssistDraft(chat);
  if (draft?.kind !== "summary") return null;
  return draft.phase === "failed" ? (
    <FailedPanel {...{ chat, draft }} onClose={close} />
  ) : (
    <SummaryPanel draft={draft} onClose={close} />
  );
}
