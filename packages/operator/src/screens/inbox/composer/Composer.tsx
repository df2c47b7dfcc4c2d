import "./composer.css";
import { useId, useRef, type ComponentProps, type SyntheticEvent, Suspense } from "react";
import { isDraftSynced } from "../../../state/drafts/drafts.ts";
import { DropZone } from "./attach/DropZone.tsx";
import { ComposerField } from "./ComposerField.tsx";
import { ComposerToolbar, useSendDelay } from "./ComposerToolbar.tsx";
import { listComposerTabs } from "./composer-tabs.ts";
import { lazyPart } from "../../../ui/loading/lazy-part.ts";
import { isEmailChat } from "./email/use-email.ts";
import { ModeTabs } from "./ModeTabs.tsx";
import { LazyAssistPanel, LazyAttachmentList } from "../lazy-action-parts.ts";
import { t } from "../text.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { usePaste } from "./attach/use-staged-files.ts";
import { useComposer, type ComposerProps } from "./use-composer.ts";
import { useCaughtKeys } from "../../../ui/open-chat/keys.ts";

/** Loaded with the first letter, before it can have something to say. */
const UnknownVariableNotice = lazyPart(
  () => import("../replies/UnknownVariableNotice.tsx"),
  (module) => module.UnknownVariableNotice,
);

const ReplyNotice = (props: ComponentProps<typeof UnknownVariableNotice>) => (
  <Suspense fallback={null}>
    <UnknownVariableNotice {...props} />
  </Suspense>
);

/** The parts for emails are loaded with the first email chat. */
const importEmailParts = () => import("./new-email/email-parts.ts");
const EmailHeaders = lazyPart(importEmailParts, (parts) => parts.EmailHeaders);
const EmailNotices = lazyPart(importEmailParts, (parts) => parts.EmailNotices);

const FormatTools = lazyPart(importEmailParts, (parts) => parts.FormatTools);
const WaitingEmailBar = lazyPart(importEmailParts, (parts) => parts.WaitingEmailBar);

/** Composer for replies and notes. Stores the draft at each keystroke. */
export function Composer(props: ComposerProps) {
  const { chat, me, mode, permission, field } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const content = useComposer(props);
  const { text, staged, messageCount, composer, picker, type, send, onKey } = content;
  const { email, isEmail, isAsked, askedShortcut, leave } = content;
  useCaughtKeys({ field, operatorId: me.id, chatId: chat.id, mode });
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
  const onFormatted = () => email.change({ format: "markdown" });
  const formatTools = isEmail && (
    <Suspense fallback={null}>
      <FormatTools {...{ composer, onFormatted }} />
    </Suspense>
  );
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
        <LazyAssistPanel composer={composer} onNote={() => props.onMode("note")} />
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
        {mode === "text" && text !== "" && <ReplyNotice {...{ text, askedShortcut }} />}
        {staged.length > 0 && (
          <LazyAttachmentList files={staged} onRemoved={() => field.current?.focus()} />
        )}
        <DropZone chatId={chat.id} form={form} isEnabled={mode === "text"} />
        <ComposerToolbar
          {...{ composer, messageCount, sendDelay, permission, id, isEmail, formatTools }}
        />
      </form>
    </>
  );
}
