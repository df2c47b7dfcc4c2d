// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import type { WidgetMessage } from "@parlour/protocol/widget";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { browserClock } from "../clock.ts";
import type { MessageFromTeaser, MessageToTeaser } from "../bridge.ts";
import { loadMoreTexts, loadTexts, type TextFunction } from "../texts/index.ts";
import { applyTheme, setDirection } from "./render.tsx";
import { formatAge, getMessageText } from "./text/message-text.ts";
import { isFromOperatorOrBot, countUnread } from "./state/reducer.ts";
import type { ChatWindowState } from "./state/state.ts";
import { Avatar } from "./views/conversation/Avatar.tsx";
import { Icon } from "./views/Icon.tsx";
import { addStyles } from "./views/styles.ts";
import css from "./teaser.css?inline";

addStyles(css);

/** The teaser disappears after this time, in milliseconds, if it is neither hovered nor focused. */
const leaveDelayMs = 12_000;

/**
 * Renders the teaser (WG-110) from the state that the chat window posts. Reports its height and the
 * visitor's actions to the page.
 */
export async function showTeaser(
  { language, port }: MessageToTeaser,
  page: MessagePort,
): Promise<void> {
  const stateReceived = new Promise<ChatWindowState>(
    (resolve) => (port.onmessage = ({ data }: MessageEvent<ChatWindowState>) => resolve(data)),
  );
  const words = await loadTexts(language);
  await loadMoreTexts();
  setDirection(words);
  const root = document.getElementById("window") as HTMLElement;
  const post = (message: MessageFromTeaser): void => page.postMessage(message);
  const model = await stateReceived;
  port.close();
  const last = model.messages.filter(isFromOperatorOrBot).at(-1);
  if (last === undefined) return post({ type: "leave" });
  applyTheme(document.documentElement, model);
  render(<Teaser message={last} model={model} t={words} post={post} />, root);
}

interface TeaserProps {
  readonly message: WidgetMessage;
  readonly model: ChatWindowState;
  readonly t: TextFunction;
  readonly post: (message: MessageFromTeaser) => void;
}

/** A card with the last unread message. One button opens the chat, another closes the card. */
function Teaser({ message, model, t, post }: TeaserProps) {
  const [announced, announce] = useState<string>("");
  const { face } = model;
  const name = message.name || face.name;
  const text = face.teaser_text ? getMessageText(message, t) : t("sentYou", { name });
  const count = countUnread(model);
  const announcement = face.teaser_text ? `${t("newMessage")}, ${name}: ${text}` : text;
  // Announce the message in an existing live region, because screen readers ignore a text that
  // appears together with its region.
  useEffect(() => announce(announcement), [announcement, message.id]);
  useReportHeight(post);
  useReportLeave(post, message.id);
  return (
    <main>
      <p class="pw-sr" role="status">
        <span key={message.id}>{announced}</span>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the buttons in it */}
      <div
        class="pw-teaser"
        onKeyDown={(event) => event.key === "Escape" && post({ type: "dismiss" })}
      >
        <button type="button" class="pw-teaser__open" onClick={() => post({ type: "open" })}>
          <Avatar
            name={name}
            photo={message.photo}
            actions={{ getServer: () => null }}
            bot={message.from === "bot"}
          />
          <span class="pw-teaser__by">
            <b>
              <bdi>{name}</bdi>
            </b>
            <span>{count > 1 ? t.count("newMessages", count) : formatAge(message.at, t)}</span>
          </span>
          <span class="pw-teaser__text" dir="auto">
            {text}
          </span>
        </button>
        <button
          type="button"
          class="pw-icon"
          aria-label={t("dismiss")}
          onClick={() => post({ type: "dismiss" })}
        >
          <Icon name="x" small />
        </button>
      </div>
    </main>
  );
}

/** Reports the card's height to the page, now and at each change. */
function useReportHeight(post: TeaserProps["post"]): void {
  useEffect(() => {
    const card = document.querySelector<HTMLElement>(".pw-teaser");
    if (card === null) return undefined;
    const observer = new ResizeObserver(() => post({ type: "size", height: card.offsetHeight }));
    observer.observe(card);
    return () => observer.disconnect();
  }, [post]);
}

/**
 * Reports that the visitor ignored the card for a while. Does nothing with reduced motion, because
 * the card would disappear without a transition.
 */
function useReportLeave(post: TeaserProps["post"], id: number): void {
  useEffect(() => {
    const page = document.documentElement;
    let cancel = (): void => undefined;
    const wait = (): void => {
      cancel();
      if (
        document.hidden ||
        document.hasFocus() ||
        page.matches(":hover") ||
        matchMedia("(prefers-reduced-motion: reduce)").matches
      )
        return;
      cancel = browserClock.after(leaveDelayMs, () => post({ type: "leave" }));
    };
    const abortController = new AbortController();
    const { signal } = abortController;
    for (const type of ["mouseenter", "mouseleave"]) page.addEventListener(type, wait, { signal });
    for (const type of ["focus", "blur"]) window.addEventListener(type, wait, { signal });
    document.addEventListener("visibilitychange", wait, { signal });
    wait();
    return () => {
      abortController.abort();
      cancel();
    };
  }, [post, id]);
}
