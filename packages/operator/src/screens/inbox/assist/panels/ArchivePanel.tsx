import type { ArchiveSource } from "@parlour/protocol/api";
import { useState, type KeyboardEvent } from "react";
import { ChatLink } from "../../../../ui/open-chat/parts.tsx";
import { useLiveState } from "../../../../state/live-context.tsx";
import { getAssistFailure } from "../../../../ui/assist/describe-failure.ts";
import { Button } from "../../../../ui/Button.tsx";
import { formatExactTime } from "../../../../ui/time.ts";
import type { ArchiveDraft, AssistChat } from "../assist-state.ts";
import { requestArchiveAnswer } from "../request-draft.ts";
import { CloseButton, PanelFrame, StopButton } from "./PanelFrame.tsx";
import { t } from "../text.ts";

interface ArchivePanelProps {
  readonly chat: AssistChat;
  readonly draft: ArchiveDraft;
  readonly onClose: () => void;
}

/**
 * Shows how closed chats solved what the customer asks, with links to them (ASSIST-071). The
 * operator can ask something else.
 */
export function ArchivePanel({ chat, draft, onClose }: ArchivePanelProps) {
  const { phase, question, words, chats } = draft;
  const isAnswered = words !== "" && phase !== "failed";
  return (
    <PanelFrame
      label={t(getLabel(draft))}
      note={
        question === null && isAnswered ? undefined : (
          <>
            {question !== null && <span className="assistquestion">{question}</span>}
            <ArchiveNote draft={draft} />
          </>
        )
      }
      actions={
        <>
          {phase === "failed" && (
            <Button variant="quiet" small onClick={() => requestArchiveAnswer(chat, question)}>
              {t("assist.retry")}
            </Button>
          )}
          {phase === "working" ? (
            <StopButton onStop={onClose} />
          ) : (
            <CloseButton onClose={onClose} />
          )}
        </>
      }
    >
      {isAnswered && (
        <p className="assisttext" dir="auto">
          {words}
        </p>
      )}
      {chats.length > 0 && phase !== "failed" && <ChatList chats={chats} />}
      <QuestionField chat={chat} onClose={onClose} />
    </PanelFrame>
  );
}

const getLabel = ({ phase, words }: ArchiveDraft) =>
  phase === "failed"
    ? "archive.failed"
    : phase === "ready" && words === ""
      ? "archive.none"
      : "archive.answer";

/** Says what happens, what was not found, or why the request failed. */
function ArchiveNote({ draft: { phase, words, error } }: { readonly draft: ArchiveDraft }) {
  if (phase === "failed") return <span role="alert">{getAssistFailure(error)}</span>;
  if (words !== "") return null;
  return t(phase === "working" ? "archive.searching" : "archive.none.text");
}

/** Maximum length of a question (ASSIST-070). */
const maxQuestionLength = 1_000;

/** Asks closed chats something else than the customer. Enter sends it, Esc closes the panel. */
function QuestionField({
  chat,
  onClose,
}: {
  readonly chat: AssistChat;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState("");
  const isOffline = useLiveState((state) => state.connection.kind === "offline");
  const ask = () => {
    if (text.trim() !== "" && !isOffline) requestArchiveAnswer(chat, text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    // The panel is in the form of the composer, which Enter would send.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") ask();
    else onClose();
  };
  return (
    <div className="assistask">
      <input
        className="input"
        type="text"
        dir="auto"
        aria-label={t("archive.question")}
        placeholder={t("archive.question")}
        maxLength={maxQuestionLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        small
        onClick={ask}
        unavailable={isOffline ? t("assist.offline") : text.trim() === "" && t("archive.ask.empty")}
      >
        {t("archive.ask")}
      </Button>
    </div>
  );
}

const ChatList = ({ chats }: { readonly chats: readonly ArchiveSource[] }) => (
  <ul className="assistsources" aria-label={t("archive.chats")}>
    {chats.map(({ number, chat, visitor_name, closed_at, excerpt }) => (
      <li key={number}>
        <ChatLink chatId={chat.id} view="closed" title={excerpt}>
          <span className="cite" aria-hidden="true">
            {number}
          </span>
          <span className="cut" dir="auto">
            {[
              `#${chat.number ?? chat.id}`,
              visitor_name,
              closed_at === null ? null : formatExactTime(closed_at),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </ChatLink>
      </li>
    ))}
  </ul>
);
