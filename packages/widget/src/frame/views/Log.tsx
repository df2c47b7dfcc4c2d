// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import type { WidgetMessage } from "@parlour/protocol/widget";
import { greetingItem, itemsOf, type Item } from "../groups.ts";
import { lineText } from "../lines.ts";
import { isNew, unreadOf } from "../model.ts";
import { ownText } from "../own-texts.ts";
import { asksContactsNow, hasTabs } from "../pane.ts";
import { clockTime, dayName } from "../time.ts";
import { Group, Waiting } from "./Bubbles.tsx";
import { Icon } from "./Icon.tsx";
import { later } from "./later.tsx";
import { useEnd } from "./use-end.ts";
import type { Picture } from "./Viewer.tsx";
import type { View } from "./view.ts";

const Invited = later(async () => (await import("./Invited.tsx")).Invited, []);
const Start = later(async () => (await import("./Availability.tsx")).Start, ["home"]);
const ContactsCard = later(async () => (await import("./ContactsForm.tsx")).ContactsCard, ["forms"]);
const Rating = later(async () => (await import("./Rating.tsx")).Rating);

interface LogProps extends View {
  readonly open: (picture: Picture) => void;
}

/** The conversation: messages, pending messages, and the forms after the last one. */
export function Log({ open, ...view }: LogProps) {
  const { model, t } = view;
  const isHome = isNew(model);
  const { bodyRef, isAway, isLoading, settle, toEnd } = useEnd(view, isHome);
  const unread = unreadOf(model);
  const items = isHome ? (model.invitation === null ? [greetingItem(greetingOf(view))] : []) : itemsOf(model.messages);
  return (
    <div class="pw-log-box" {...(hasTabs(model) ? { role: "tabpanel", id: "pw-chat", "aria-labelledby": "pw-tab-chat" } : {})}>
      <div
        class={isHome ? "pw-body" : "pw-body is-end"}
        ref={bodyRef}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and not every browser lets the keyboard into what scrolls
        tabIndex={0}
        role="group"
        aria-label={t("messages")}
        onScroll={settle}
      >
        {isHome && model.invitation !== null ? <Invited {...view} /> : null}
        {/* New messages are announced. Earlier messages loaded by scrolling are not (WG-088). */}
        <ol class="pw-log" aria-live="polite" aria-relevant="additions" aria-busy={isLoading}>
          {model.more && !isHome ? <li class="pw-sys">{t("older")}</li> : null}
          {items.map((item) => itemView(item, { open, ...view }))}
          {model.outbox.map((one) => (
            <Waiting key={one.ref} one={one} {...view} />
          ))}
          {isHome ? null : <Asked {...view} />}
        </ol>
        {isHome && hasChoices(model) ? <Start {...view} /> : null}
        {model.typing === null ? null : <Typing name={model.typing} t={t} />}
      </div>
      {isAway && unread > 0 ? (
        <button type="button" class="pw-btn pw-btn--main pw-pill" onClick={toEnd}>
          <Icon name="down" small />
          {t.count("newMessages", unread)}
        </button>
      ) : null}
    </div>
  );
}

/** Returns whether there is a choice before the first message: a department or a call. */
function hasChoices({ outbox, face, situation }: View["model"]): boolean {
  return outbox.length === 0 && situation !== null && (situation.departments.length > 0 || (face.calls && situation.call === "ok"));
}

/** Returns the greeting before it is stored: the account's text or the default (WG-111). */
function greetingOf({ model: { face }, t }: View): WidgetMessage {
  const detail = ownText(face, t.language, "greeting") || t("hello");
  return { id: 0, chat_id: 0, seq: 0, at: "", from: "system", name: "", photo: "", kind: "text", text: "", code: "greeting", detail };
}

function itemView(item: Item, props: LogProps) {
  const { t } = props;
  if (item.kind === "group") return <Group key={item.key} messages={item.messages} {...props} />;
  if (item.kind === "day")
    return (
      <li key={item.key} class="pw-day">
        {dayName(item.at, t)}
      </li>
    );
  const text = lineText(item.message, t);
  return text === "" ? null : (
    <li key={item.key} class="pw-sys pw-num">
      <bdi>{text}</bdi>
      {item.message.code === "closed" ? ` · ${clockTime(item.message.at, t)}` : ""}
    </li>
  );
}

/** Forms after the last message: contacts and rating. */
function Asked(view: View) {
  const { chat, face, messages } = view.model;
  const asksRating =
    face.rating && chat !== null && (chat.rating_asked || chat.state === "closed") && messages.some((one) => one.from !== "system");
  return (
    <>
      {asksContactsNow(view.model) ? (
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

function Typing({ name, t }: { readonly name: string } & Pick<View, "t">) {
  return (
    <div class="pw-grp pw-types">
      <div class="pw-grp__msgs">
        <div class="pw-typing pw-b" role="img" aria-label={name === "" ? t("someoneTyping") : t("typing", { name })}>
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  );
}
