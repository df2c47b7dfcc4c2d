// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { itemsOf } from "../groups.ts";
import { lineText } from "../lines.ts";
import { unreadOf } from "../model.ts";
import { asksContactsNow, hasTabs } from "../pane.ts";
import { clockTime, dayName } from "../time.ts";
import { Group, Waiting } from "./Bubbles.tsx";
import { Icon } from "./Icon.tsx";
import { later } from "./later.tsx";
import type { Picture } from "./Viewer.tsx";
import type { View } from "./view.ts";

const ContactsCard = later(async () => (await import("./ContactsForm.tsx")).ContactsCard);
const Rating = later(async () => (await import("./Rating.tsx")).Rating);
/** So near to the end counts as the end, pixels. */
const nearPx = 40;

/** The conversation: keeps to its end while one is there, and never jumps while one reads elsewhere. */
export function Log({ open, ...view }: View & { readonly open: (picture: Picture) => void }) {
  const { model, acts, t } = view;
  const bodyRef = useRef<HTMLDivElement>(null);
  const placeRef = useRef({ isAtEnd: true, height: 0, first: 0, own: 0 });
  const [isAway, setAway] = useState(false);

  const settle = (): void => {
    const at = bodyRef.current;
    if (at === null) return;
    // What grew below is no step away from the end.
    if (placeRef.current.isAtEnd && at.scrollHeight !== placeRef.current.height) at.scrollTop = at.scrollHeight;
    const isAtEnd = at.scrollHeight - at.scrollTop - at.clientHeight <= nearPx;
    if (isAtEnd !== placeRef.current.isAtEnd) acts.atEnd(isAtEnd);
    placeRef.current = { ...placeRef.current, isAtEnd, height: at.scrollHeight };
    setAway(!isAtEnd);
    if (at.scrollTop < 200) acts.older();
  };
  const toEnd = (): void => {
    const at = bodyRef.current;
    if (at !== null) at.scrollTop = at.scrollHeight;
    // The button that was pressed goes.
    at?.focus();
    settle();
  };
  useLayoutEffect(() => {
    const at = bodyRef.current;
    if (at === null) return;
    const first = model.messages[0]?.seq ?? 0;
    const own = model.outbox.length;
    const was = placeRef.current;
    if (was.isAtEnd || own > was.own) at.scrollTop = at.scrollHeight;
    else if (first < was.first) at.scrollTop += at.scrollHeight - was.height;
    placeRef.current = { ...was, first, own, height: at.scrollHeight };
    if (own > was.own) settle();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [model.messages, model.outbox, model.typing]);
  // The keyboard of a phone, a picture that came late: what was at the end stays there.
  useEffect(() => {
    const at = bodyRef.current;
    if (at === null) return undefined;
    acts.atEnd(true);
    const sizes = new ResizeObserver(() => {
      if (placeRef.current.isAtEnd) at.scrollTop = at.scrollHeight;
    });
    sizes.observe(at);
    if (at.firstElementChild !== null) sizes.observe(at.firstElementChild);
    return () => sizes.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const { chat } = model;
  const first = model.messages[0]?.seq ?? 0;
  const isLoading = first < placeRef.current.first;
  const unread = unreadOf(model);
  const asksRating =
    model.face.rating &&
    chat !== null &&
    (chat.rating_asked || chat.state === "closed") &&
    model.messages.some((one) => one.from !== "system");
  return (
    <div class="pw-log-box" {...(hasTabs(model) ? { role: "tabpanel", id: "pw-chat", "aria-labelledby": "pw-tab-chat" } : {})}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and not every browser lets the keyboard into what scrolls */}
      <div class="pw-body is-end" ref={bodyRef} tabIndex={0} role="group" aria-label={t("messages")} onScroll={settle}>
        {/* What arrives is read out; earlier messages that come on the way up are not (WG-088). */}
        <ol class="pw-log" aria-live="polite" aria-relevant="additions" aria-busy={isLoading}>
          {model.more ? <li class="pw-sys">{t("older")}</li> : null}
          {itemsOf(model.messages).map((item) => {
            if (item.kind === "group") return <Group key={item.key} messages={item.messages} open={open} {...view} />;
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
          })}
          {model.outbox.map((one) => (
            <Waiting key={one.ref} one={one} {...view} />
          ))}
          {asksContactsNow(model) ? (
            <li>
              <ContactsCard {...view} />
            </li>
          ) : null}
          {asksRating ? (
            <li>
              <Rating key={chat.id} {...view} />
            </li>
          ) : null}
        </ol>
        {model.typing === null ? null : (
          <div class="pw-grp pw-types">
            <div class="pw-grp__msgs">
              <div
                class="pw-typing pw-b"
                role="img"
                aria-label={model.typing === "" ? t("someoneTyping") : t("typing", { name: model.typing })}
              >
                <i />
                <i />
                <i />
              </div>
            </div>
          </div>
        )}
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
