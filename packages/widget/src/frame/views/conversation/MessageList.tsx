// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import type { WidgetMessage } from "@parlour/protocol/widget";
import {
  createGreetingItem,
  groupMessages,
  type ConversationItem,
} from "../../text/message-groups.ts";
import { hasNoChat, countUnread } from "../../state/reducer.ts";
import { getAccountText } from "../../text/account-text.ts";
import { showsContactsCard, hasChatAndCallTabs } from "../../state/pane.ts";
import { formatDay } from "../../text/time.ts";
import { MessageGroup, PendingBubble } from "./Bubbles.tsx";
import { Icon } from "../Icon.tsx";
import { lazyView } from "../lazy-view.tsx";
import { useStickToBottom } from "./use-stick-to-bottom.ts";
import type { ShownPicture } from "./PictureViewer.tsx";
import type { ViewProps } from "../view-props.ts";

const InvitationMessage = lazyView(
  async () => (await import("../InvitationMessage.tsx")).InvitationMessage,
  [],
);
const StartChoices = lazyView(
  async () => (await import("../StartChoices.tsx")).StartChoices,
  ["home"],
);
const Articles = lazyView(
  async () => (await import("../articles/load-articles.ts")).loadArticles(),
  [],
);
const ContactsCard = lazyView(
  async () => (await import("../forms/ContactsForm.tsx")).ContactsCard,
  ["forms"],
);
const SystemMessage = lazyView(
  async () => (await import("./SystemMessage.tsx")).SystemMessage,
  ["more"],
);
const TypingIndicator = lazyView(
  async () => (await import("./TypingIndicator.tsx")).TypingIndicator,
  [],
);
const Rating = lazyView(async () => (await import("./Rating.tsx")).Rating);

interface MessageListProps extends ViewProps {
  readonly open: (picture: ShownPicture) => void;
}

/** The conversation: messages, pending messages, and the forms after the last message. */
export function MessageList({ open, ...view }: MessageListProps) {
  const { model, t } = view;
  const isHome = hasNoChat(model);
  const { bodyRef, isScrolledAway, isLoading, onScroll, scrollToEnd } = useStickToBottom(
    view,
    isHome,
  );
  const unread = countUnread(model);
  const items = isHome
    ? model.invitation === null
      ? [createGreetingItem(createGreeting(view))]
      : []
    : groupMessages(model.messages);
  return (
    <div
      class="pw-log-box"
      {...(hasChatAndCallTabs(model)
        ? { role: "tabpanel", id: "pw-chat", "aria-labelledby": "pw-tab-chat" }
        : {})}
    >
      {/* Before the messages: the focus scrolls through them, and the button would be gone. */}
      {isScrolledAway && unread > 0 ? (
        <button type="button" class="pw-pill" onClick={scrollToEnd}>
          <Icon name="down" small />
          {t.count("newMessages", unread)}
        </button>
      ) : null}
      <div
        class={isHome ? "pw-body" : "pw-body is-end"}
        ref={bodyRef}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and not every browser lets the keyboard into what scrolls
        tabIndex={0}
        role="group"
        aria-label={t("messages")}
        onScroll={onScroll}
      >
        {isHome && model.invitation !== null ? <InvitationMessage {...view} /> : null}
        {/* Screen readers announce new messages, but not earlier messages that are loaded by
           scrolling (WG-088). */}
        <ol class="pw-log" aria-live="polite" aria-relevant="additions" aria-busy={isLoading}>
          {model.more && !isHome ? <li class="pw-sys">{t("older")}</li> : null}
          {items.map((item) => renderItem(item, { open, ...view }))}
          {model.outbox.map((one) => (
            <PendingBubble key={one.ref} message={one} {...view} />
          ))}
          {isHome ? null : <FollowUpForms {...view} />}
        </ol>
        {isHome && hasStartChoices(model) ? <StartChoices {...view} /> : null}
        {isHome && model.face.articles ? <Articles {...view} /> : null}
        {model.typing === null ? null : (
          <div class="pw-grp pw-types">
            <TypingIndicator name={model.typing} t={t} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Returns true if the visitor has a choice before the first message: department or call. */
function hasStartChoices({ outbox, face, situation }: ViewProps["model"]): boolean {
  return (
    outbox.length === 0 &&
    situation !== null &&
    (situation.departments.length > 0 || (face.calls && situation.call === "ok"))
  );
}

/**
 * Creates the greeting that is shown until the server has stored one: the account's text or the
 * default (WG-111).
 */
function createGreeting({ model: { face }, t }: ViewProps): WidgetMessage {
  const detail = getAccountText(face, t.language, "greeting") || t("hello");
  return {
    id: 0,
    chat_id: 0,
    seq: 0,
    at: "",
    from: "system",
    name: "",
    photo: "",
    kind: "text",
    text: "",
    code: "greeting",
    detail,
  };
}

function renderItem(item: ConversationItem, props: MessageListProps) {
  const { t } = props;
  if (item.kind === "group")
    return <MessageGroup key={item.key} messages={item.messages} {...props} />;
  if (item.kind === "day")
    return (
      <li key={item.key} class="pw-day">
        {formatDay(item.at, t)}
      </li>
    );
  return <SystemMessage key={item.key} message={item.message} t={t} />;
}

/** Forms after the last message: contacts and rating. */
function FollowUpForms(view: ViewProps) {
  const { chat, face, messages } = view.model;
  const asksRating =
    face.rating &&
    chat !== null &&
    (chat.rating_asked || chat.state === "closed") &&
    messages.some((one) => one.from !== "system");
  return (
    <>
      {showsContactsCard(view.model) ? (
        <li>
          <ContactsCard {...view} />
        </li>
      ) : null}
      {asksRating ? (
        <li>
          <Rating key={chat.id} {...view} />
        </li>
      ) : null}
    </>
  );
}
