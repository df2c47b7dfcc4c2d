import "./composer.css";
import type { Chat, Operator } from "@parlour/protocol";
import type { EmailContent } from "@parlour/protocol/api";
import {
  useCallback,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type SyntheticEvent,
  lazy,
  Suspense,
} from "react";
import {
  getDraft,
  isDraftSynced,
  setDraft,
  useDrafts,
  type DraftMode,
} from "../../../state/drafts/drafts.ts";
import { useLiveClient } from "../../../state/live-context.tsx";
import type { ChatPermission } from "../../../state/live-state.ts";
import { usePreferences } from "../../../state/browser/preferences.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { countMessages } from "./message-limit/message-count.ts";
import { DropZone } from "./attach/DropZone.tsx";
import { ComposerField } from "./ComposerField.tsx";
import { ComposerToolbar, useSendDelay } from "./ComposerToolbar.tsx";
import { listComposerTabs } from "./composer-tabs.ts";
import { getKeyAction } from "./key-action.ts";
import { toEmailContent } from "./email/email-draft.ts";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { isEmailChat, useEmail, type EmailComposer } from "./email/use-email.ts";
import { ModeTabs } from "./ModeTabs.tsx";
import { listTriggerCharacters } from "./pickers.tsx";
import { UnknownVariableNotice } from "../replies/UnknownVariableNotice.tsx";
import { usePicker } from "../picker/use-picker.ts";
import { useSend } from "./use-send.ts";
import { useComposerApi } from "../picker/composer-api.ts";
import { useMentionableOperators } from "../notes/use-mentionable-operators.ts";
import { LazyAttachmentList, useLazyActionParts } from "../lazy-action-parts.ts";
import { t } from "../text.ts";
import { useSendTyping } from "./use-send.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { useStagedFiles, usePaste } from "./attach/use-staged-files.ts";

/** The parts for emails are loaded with the first email chat. */
const loadEmailParts = () => loadChunk(() => import("./new-email/email-parts.ts"));
const EmailHeaders = lazy(() =>
  loadEmailParts().then((parts) => ({ default: parts.EmailHeaders })),
);
const EmailNotices = lazy(() =>
  loadEmailParts().then((parts) => ({ default: parts.EmailNotices })),
);

const FormatTools = lazy(() => loadEmailParts().then((parts) => ({ default: parts.FormatTools })));
const WaitingEmailBar = lazy(() =>
  loadEmailParts().then((parts) => ({ default: parts.WaitingEmailBar })),
);

interface ComposerProps {
  chat: Chat;
  me: Operator;
  permission: Extract<ChatPermission, "reply" | "take" | "other">;
  mode: DraftMode;
  onMode: (mode: DraftMode) => void;
  field: { current: HTMLTextAreaElement | null };
  onSendAndClose: () => void;
}

/**
 * Composer for replies and notes. Stores the draft at each keystroke. Enter sends, except while an
 * input method composes text.
 */
export function Composer(props: ComposerProps) {
  const { chat, mode, permission, field } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const content = useComposer(props);
  const { text, staged, messageCount, composer, picker, type, send, onKey, leave } = content;
  const { email, isEmail, isAsked } = content;
  const emailTabs = isEmailChat(chat) ? email : null;
  const sendDelay = useSendDelay(messageCount);
  const onPaste = usePaste(chat.id, mode);
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  const onUndone = () => {
    if (permission !== "other") props.onMode("text");
    field.current?.focus();
  };
  const draftState = !messageCount.hasText
    ? null
    : isDraftSynced(props.me.id, chat.id, mode)
      ? "everywhere"
      : "here";
  return (
    <>
      {isEmailChat(chat) && (
        <Suspense fallback={null}>
          <WaitingEmailBar chat={chat} me={props.me} onUndone={onUndone} />
        </Suspense>
      )}
      {isEmail && (
        <Suspense fallback={null}>
          <EmailNotices email={email} isAsked={isAsked} />
        </Suspense>
      )}
      <form
        ref={form}
        className={mode === "note" ? "composer noting" : isEmail ? "composer mailc" : "composer"}
        aria-label={t("composer.label", { name: getVisitorName(chat) })}
        onSubmit={onSubmit}
      >
        <ModeTabs
          tabs={listComposerTabs({ mode, permission, onMode: props.onMode, email: emailTabs })}
          draftState={draftState}
          panelId={`${id}-text`}
        />
        {isEmail && (
          <Suspense fallback={null}>
            <EmailHeaders email={email} hasText={messageCount.hasText} />
          </Suspense>
        )}
        <ComposerField
          {...{ composer, picker, permission, onKey, onPaste }}
          id={`${id}-text`}
          describedBy={`${id}-count${sendDelay.reason ? ` ${id}-why` : ""}`}
          onText={type}
          onLeave={() => leave()}
        />
        {mode === "text" && <UnknownVariableNotice text={text} />}
        {staged.length > 0 && (
          <LazyAttachmentList files={staged} onRemoved={() => field.current?.focus()} />
        )}
        <DropZone chatId={chat.id} form={form} isEnabled={mode === "text"} />
        <ComposerToolbar
          {...{ composer, messageCount, sendDelay, permission, id, isEmail }}
          formatTools={
            isEmail && (
              <Suspense fallback={null}>
                <FormatTools
                  composer={composer}
                  onFormatted={() => email.change({ format: "markdown" })}
                />
              </Suspense>
            )
          }
        />
      </form>
    </>
  );
}

/** Manages the content of the composer and its actions. */
function useComposer({ chat, me, permission, mode, field, onSendAndClose }: ComposerProps) {
  useDrafts();
  const { sendKey } = usePreferences();
  const text = getDraft(me.id, chat.id, mode);
  const staged = useStagedFiles(chat.id, mode);
  const messageCount = countMessages(text, { mode, channel: chat.channel.kind, files: staged });
  const sendTyping = useSendTyping(chat.id, mode === "text" && permission !== "other");
  const setText = useCallback(
    (next: string) => setDraft(me.id, chat.id, mode, next),
    [me.id, chat.id, mode],
  );
  const composer = useComposerApi({ chat, me, mode, text, field, onText: setText });
  const picker = usePicker(field, listTriggerCharacters(mode));
  const mentionable = useMentionableOperators(chat, me, mode === "note").operators;
  const sendContent = useSend(chat.id, me, mode);
  const isEmail = mode === "text" && isEmailChat(chat);
  const email = useEmail(chat, me, isEmailChat(chat) && permission !== "other");
  const [isAsked, setAsked] = useState(false);
  const leave = (isPaused = text.trim() !== "") => {
    sendTyping(false, isPaused);
    picker.close();
  };
  const send = () => {
    if (messageCount.isEmpty) field.current?.focus();
    if (messageCount.isEmpty || messageCount.isTooLong) return;
    const content = isEmail ? prepareEmail(email, isAsked) : undefined;
    if (content === "ask") setAsked(true);
    if (content === null) toast(t("email.nobody"), { tone: "bad", chat });
    if (content === "ask" || content === null) return;
    setAsked(false);
    leave(false);
    sendContent({
      text,
      parts: messageCount.parts,
      mentionable,
      email: content,
    });
    if (isEmail) email.clear();
  };
  const type = (next: string) => {
    setText(next);
    sendTyping(next.trim() !== "");
  };
  const live = useLiveClient();
  const parts = useLazyActionParts();
  /** ↑ in the empty field edits the last message. */
  const editLast = () =>
    parts?.editLastMessage(live.get().snapshot.logs.get(chat.id)?.messages ?? [], chat, me, mode);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowUp" && text === "" && editLast() === true) event.preventDefault();
    const action = getKeyAction(event, isEmail ? "mod_enter" : sendKey, mode);
    if (action === null) return;
    event.preventDefault();
    const shouldClose = action === "send_and_close";
    if (shouldClose && (messageCount.isEmpty || messageCount.isTooLong)) return;
    send();
    if (shouldClose) onSendAndClose();
  };
  return {
    text,
    staged,
    messageCount,
    composer,
    picker,
    type,
    send,
    onKey,
    leave,
    email,
    isEmail,
    isAsked,
  };
}

/**
 * Returns the email to send. Null: it has no recipient. "ask": the operator must be asked about new
 * recipients first. Undefined without the defaults, which the server then applies.
 */
function prepareEmail(
  { heading, unasked }: EmailComposer,
  isAsked: boolean,
): EmailContent | null | "ask" | undefined {
  if (heading === null) return undefined;
  if (unasked.length > 0 && !isAsked) return "ask";
  return toEmailContent(heading);
}
