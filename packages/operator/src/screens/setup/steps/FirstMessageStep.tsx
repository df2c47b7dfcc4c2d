import type { Channel, Chat, Operator } from "@parlour/protocol";
import { IconChevronRight, IconExternalLink } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { chatRoute, viewRoute } from "../../../ui/address/chat-routes.ts";
import { can } from "../../../state/session.tsx";
import { LineSkeleton } from "../../../ui/loading/Skeleton.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { createFocusRequest } from "../../../state/inbox/focus-request.ts";
import { SelfTest } from "../../../ui/self-test/SelfTest.tsx";
import { StatusRow } from "./StatusRow.tsx";
import { StepBack, StepLayout } from "./StepLayout.tsx";
import { t } from "../text.ts";
import { getTestPageUrl, testTabName } from "../../../ui/start/test-page.ts";
import { acceptChat, useFirstChat } from "./use-first-chat.ts";
import { useNavigateIfStill } from "../../../ui/mutation.ts";

interface FirstMessageStepProps {
  me: Operator;
  channel: Channel | null;
  failure: unknown;
  onRetry: () => void;
  onBack: () => void;
}

/**
 * Step 4: the first message, written as a visitor. The row shows the message when it arrives.
 * Alerts can be tested until then.
 */
export function FirstMessageStep({ me, channel, failure, onRetry, onBack }: FirstMessageStepProps) {
  const { chat, words, offline } = useFirstChat(me, channel);
  useAnswerFocus(chat !== null);
  return (
    <StepLayout
      id="message-h"
      title={t("message.title")}
      text={t("message.text")}
      actions={
        <>
          <StepBack onBack={onBack} />
          <span className="grow" />
          {chat === null ? (
            <Link className="btn quiet" {...viewRoute("all")}>
              {t("message.inbox")}
            </Link>
          ) : (
            <AnswerButton chat={chat} me={me} />
          )}
        </>
      }
    >
      {failure !== null && <ErrorMessage error={failure} onRetry={onRetry} />}
      {channel === null ? (
        failure === null && <LineSkeleton lines={2} />
      ) : (
        <>
          {chat === null && (
            <p>
              <a
                className="btn primary"
                href={getTestPageUrl(channel.public_id)}
                target={testTabName}
              >
                <Icon of={IconExternalLink} /> {t("message.open")}
              </a>
            </p>
          )}
          <FirstMessageStatus chat={chat} words={words} offline={offline} />
        </>
      )}
      <SelfTest short />
    </StepLayout>
  );
}

/**
 * Moves the focus to the answer button when the message arrives (CORE-392). The button that had it
 * may just have been removed. A control that still has the focus keeps it.
 */
function useAnswerFocus(hasArrived: boolean): void {
  useEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === null || focused === document.body || focused.matches("h1");
    if (hasArrived && isFree)
      document.querySelector<HTMLElement>(".sheet > .acts > .btn.primary")?.focus();
  }, [hasArrived]);
}

/**
 * Button that accepts the chat and opens it with the focus in the composer. The chat of another
 * operator is opened without accepting it.
 */
function AnswerButton({ chat, me }: { chat: Chat; me: Operator }) {
  const rememberPage = useNavigateIfStill();
  const answer = async () => {
    const navigateIfStill = rememberPage();
    const isTaken = can(me, "chats.answer") && (await acceptChat(chat.id));
    const address = { chatId: chat.id, view: isTaken ? "mine" : "all" } as const;
    // The set-up has no live client, so the inbox is loaded with the chat.
    await navigateIfStill({ ...chatRoute(address), state: { focus: createFocusRequest() } });
  };
  return (
    <MutationButton variant="primary" icon={IconChevronRight} flipIcon iconEnd mutate={answer}>
      {t("message.answer")}
    </MutationButton>
  );
}

function FirstMessageStatus({
  chat,
  words,
  offline,
}: {
  chat: Chat | null;
  words: string;
  offline: boolean;
}) {
  if (chat === null)
    return (
      <StatusRow state="waiting" title={t("message.waiting")}>
        {t(offline ? "message.offline" : "message.waiting.text")}
      </StatusRow>
    );
  return (
    <StatusRow state="ok" title={t("message.arrived")}>
      {words === ""
        ? getVisitorName(chat)
        : t("message.arrived.text", { name: getVisitorName(chat), text: words })}
    </StatusRow>
  );
}
