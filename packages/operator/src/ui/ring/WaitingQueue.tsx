// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- non-modal WAI-ARIA dialog with its own shortcuts.
import type { Chat, Operator } from "@parlour/protocol";
import { IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useLiveState } from "../../state/live-context.tsx";
import { getKnownVisitorName } from "../../state/live-state.ts";
import { listRingingChats, listSkippedChats } from "../../state/inbox/offers.ts";
import { Button } from "../Button.tsx";
import { Avatar } from "../badges.tsx";
import { useNow } from "../time.ts";
import { ChannelLabel } from "../chat/ChannelLabel.tsx";
import { getVisitorName } from "../chat/visitor-name.ts";
import { lastMessageText, WaitingTimer } from "./RingingCardWaiting.tsx";
import { t } from "./text.ts";
import { useLatest } from "../keyboard/use-latest.ts";

interface WaitingQueueProps {
  me: Operator;
  unavailable: string | false;
  onReply: (chat: Chat) => void;
  onSkip: (chat: Chat) => void;
  /** If `isBack` is true, the focus returns to the indicator. */
  onClose: (isBack: boolean) => void;
}

/** Lists waiting chats: arrow keys move, Enter replies, S skips, Escape closes. */
export function WaitingQueue({ me, unavailable, onReply, onSkip, onClose }: WaitingQueueProps) {
  const rings = useLiveState((state) => listRingingChats(state, me.id));
  const skipped = useLiveState((state) => listSkippedChats(state, me.id));
  const [areSkippedShown, showSkipped] = useState(false);
  const title = useId();
  const box = useRef<HTMLElement>(null);
  const now = useNow(1000);
  const rows = areSkippedShown ? [...rings, ...skipped] : rings;
  useEffect(() => {
    (listReplyButtons(box.current)[0] ?? box.current)?.focus();
  }, []);
  usePressOutside(box, () => onClose(false));
  const onKeyDown = (event: KeyboardEvent) =>
    handleQueueKey(event, box.current, { rows, rings, onSkip, onClose });
  return (
    <section
      ref={box}
      className="queue popover float"
      role="dialog"
      aria-labelledby={title}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <QueueHeader title={title} count={rings.length} onClose={onClose} />
      <ul>
        {rows.map((chat, index) => (
          <QueueRow key={chat.id} {...{ chat, now, unavailable, onReply }} isFirst={index === 0} />
        ))}
      </ul>
      {skipped.length > 0 && (
        <footer>
          {t("queue.skipped", { n: skipped.length })}{" "}
          <Button
            variant="text"
            small
            aria-expanded={areSkippedShown}
            onClick={() => showSkipped(!areSkippedShown)}
          >
            {t(areSkippedShown ? "queue.hide" : "queue.show")}
          </Button>
        </footer>
      )}
    </section>
  );
}

interface QueueHeaderProps extends Pick<WaitingQueueProps, "onClose"> {
  /** Id of the heading. */
  title: string;
  count: number;
}
function QueueHeader({ title, count, onClose }: QueueHeaderProps) {
  const order = useLiveState((state) => state.ringOrder);
  return (
    <header>
      <h2 id={title} className="medium">
        {t("queue.waiting", { n: count })}
      </h2>
      <span className="grow soft">{t(order === "newest" ? "queue.newest" : "queue.longest")}</span>
      <Button
        variant="quiet"
        small
        icon={IconX}
        aria-label={t("queue.close")}
        keys="Esc"
        onClick={() => onClose(true)}
      />
    </header>
  );
}

interface QueueRowProps extends Pick<WaitingQueueProps, "unavailable" | "onReply"> {
  chat: Chat;
  now: number;
  isFirst: boolean;
}
function QueueRow({ chat, now, isFirst, unavailable, onReply }: QueueRowProps) {
  return (
    <li>
      <Avatar
        visitorId={chat.visitor.id}
        name={getKnownVisitorName(chat.visitor)}
        size={28}
        photo={chat.visitor.photo ?? ""}
      />
      <div>
        <p className="cut">
          <bdi className="medium">{getVisitorName(chat)}</bdi>{" "}
          <span className="t12 faint">
            <ChannelLabel channel={chat.channel} />
          </span>
        </p>
        <p className="cut t13 soft" dir="auto">
          {lastMessageText(chat)}
        </p>
      </div>
      <WaitingTimer chat={chat} now={now} />
      <Button
        small
        variant={isFirst ? "primary" : undefined}
        unavailable={unavailable}
        aria-label={t("queue.reply", { name: getVisitorName(chat) })}
        aria-keyshortcuts="S"
        data-row
        onClick={() => onReply(chat)}
      >
        {t("ring.reply")}
      </Button>
    </li>
  );
}

interface QueueKeys extends Pick<WaitingQueueProps, "onSkip" | "onClose"> {
  readonly rows: readonly Chat[];
  readonly rings: readonly Chat[];
}

/** Arrows move, S skips, Escape closes. */
function handleQueueKey(
  event: KeyboardEvent,
  box: HTMLElement | null,
  { rows, rings, onSkip, onClose }: QueueKeys,
): void {
  const buttons = listReplyButtons(box);
  const at = buttons.findIndex((button) => button === document.activeElement);
  const chat = rows[at];
  if (event.key === "Escape") onClose(true);
  else if (event.key === "ArrowDown" || event.key === "ArrowUp")
    buttons[
      Math.min(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), 0), buttons.length - 1)
    ]?.focus();
  else if (
    event.code === "KeyS" &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    chat !== undefined &&
    rings.includes(chat)
  ) {
    (buttons[at + 1] ?? buttons[at - 1] ?? box)?.focus();
    onSkip(chat);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

const listReplyButtons = (box: HTMLElement | null): readonly HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>("[data-row]") ?? []),
];

/**
 * Calls `onPressOutside` on a press outside the queue and its indicator, which closes it itself.
 */
function usePressOutside(
  box: { readonly current: HTMLElement | null },
  onPressOutside: () => void,
): void {
  const latest = useLatest(onPressOutside);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (
        target instanceof Element &&
        !box.current?.contains(target) &&
        target.closest(".rail .waiting") === null
      )
        latest.current();
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [box, latest]);
}
