import type { Message } from "@parlour/protocol";
import { IconChecks, IconClock, IconPaperclip } from "@tabler/icons-react";
import { use } from "react";
import { Icon } from "../../../../ui/Icon.tsx";
import { formatDayTime, formatExactTime } from "../../../../ui/time.ts";
import { t as emailText } from "../../../../ui/conversation/email-text.ts";
import { messagePreview } from "../../../../ui/message/format-message.ts";
import { ChannelKindContext } from "../../../../ui/conversation/channel-kind.ts";
import {
  getDeliveryStatus,
  type DeliveryStatus,
} from "../../../../ui/conversation/delivery-status.ts";
import { t as inbox } from "../../text.ts";
import { FailedNotice } from "../../../../ui/conversation/message/FailedNotice.tsx";
import { needsNotice, statusIcons } from "../../../../ui/conversation/message/MessageBubble.tsx";
import type { MessageGroupData } from "../../../../ui/conversation/message/message-groups.ts";
import { watchPosition } from "./watch-position.ts";
import { isLetterOpen, listMessages } from "./fold-state.ts";
import { EarlierNewestContext, FoldContext } from "./fold-context.ts";
import type { LetterProps } from "../../../../ui/conversation/message-contexts.ts";
import { t } from "./text.ts";

/**
 * Shows an email under its head, or only a line with its first words (MAIL-156). The head is a
 * button that folds and unfolds it. An email that is not stored yet is always open.
 */
export function Letter({ group, author, title, now, children }: LetterProps) {
  const { state, setOpen } = use(FoldContext);
  const earlierNewest = use(EarlierNewestContext);
  if (group.lines.some((line) => "item" in line))
    return (
      <>
        <p className="by line4" dir="auto">
          {title}
        </p>
        {children}
      </>
    );
  const isOpen = isLetterOpen(state, group, earlierNewest);
  const time = formatDayTime(group.at, now);
  return (
    <>
      <div className={isOpen ? "by letterhead" : "by letterhead folded"}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t("letter.name", { name: author, time })}
          onClick={({ currentTarget }) => {
            watchPosition(currentTarget);
            setOpen(group.key, !isOpen);
          }}
        >
          <span className="line4 cut" dir="auto">
            {title}
          </span>
        </button>
        {!isOpen && <FoldedLine group={group} time={time} />}
      </div>
      {isOpen ? children : <FailedNotices group={group} />}
    </>
  );
}

/** The rest of the line of a folded email: first words, number of files, time and status. */
function FoldedLine({ group, time }: { group: MessageGroupData; time: string }) {
  const channel = use(ChannelKindContext);
  const messages = listMessages(group);
  const files = messages.filter(({ media, deleted_at }) => media && !deleted_at).length;
  const last = messages.at(-1);
  const status = last ? getDeliveryStatus(last, channel) : null;
  return (
    <>
      <span className="cut" dir="auto">
        {formatFirstWords(messages)}
      </span>
      <span className="line4 t12">
        {files > 0 && (
          <span className="line4">
            <Icon of={IconPaperclip} small />
            <span aria-hidden="true">{files}</span>
            <span className="vh">{t("letter.files", { n: files })}</span>
          </span>
        )}
        <time dateTime={group.at} title={formatExactTime(group.at)}>
          {time}
        </time>
        {status && <StatusIcon status={status} />}
      </span>
    </>
  );
}

/** Returns the first words of the first message that has some, else the subject or a file name. */
function formatFirstWords(messages: readonly Message[]): string {
  if (messages.every((message) => message.erased)) return inbox("message.erased");
  const written = messages.find(({ text }) => text !== "") ?? messages[0];
  if (!written) return "";
  const subject = written.origin?.subject ?? written.email?.subject ?? "";
  return written.text === "" && subject !== "" ? subject : messagePreview(written);
}

const icons = { ...statusIcons, delivered: IconChecks, waiting: IconClock };

function StatusIcon({ status }: { status: DeliveryStatus }) {
  const text =
    status.kind === "waiting"
      ? emailText("waiting.plain", { time: formatDayTime(status.until, Date.parse(status.until)) })
      : inbox(status.kind === "retrying" ? "mark.retrying.service" : `mark.${status.kind}`);
  return (
    <span className={status.kind === "failed" ? "line4 danger" : "line4"} title={text}>
      <Icon of={icons[status.kind]} small />
      <span className="vh">{text}</span>
    </span>
  );
}

/** A failure is shown below the line too, with the possible actions. */
function FailedNotices({ group }: { group: MessageGroupData }) {
  const failed = listMessages(group).filter(needsNotice);
  return (
    failed.length > 0 && (
      <div className="stack">
        {failed.map((message) => (
          <FailedNotice key={message.seq} message={message} />
        ))}
      </div>
    )
  );
}
