// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import type { WidgetMessage } from "@parlour/protocol/widget";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { FromTeaser, ShowTeaser } from "../bridge.ts";
import { loadMoreWords, loadWords, type Words } from "../texts/index.ts";
import { dress, setDirection } from "./draw.tsx";
import { ageOf, messageWords } from "./message-words.ts";
import { isAnswer, unreadOf, type Model } from "./model.ts";
import { Avatar } from "./views/Avatar.tsx";
import { Icon } from "./views/Icon.tsx";
import { addStyles } from "./views/styles.ts";
import css from "./teaser.css?inline";

addStyles(css);

/** The teaser disappears after this time without hover or focus. */
const leaveAfterMs = 12_000;

/**
 * Renders the teaser (WG-110) from the state that the chat window posts. Reports its height and the
 * visitor's actions to the page.
 */
export async function showTeaser({ language, port }: ShowTeaser, page: MessagePort): Promise<void> {
  const given = new Promise<Model>((resolve) => (port.onmessage = ({ data }: MessageEvent<Model>) => resolve(data)));
  const words = await loadWords(language);
  await loadMoreWords();
  setDirection(words);
  const root = document.getElementById("window") as HTMLElement;
  const tell = (message: FromTeaser): void => page.postMessage(message);
  const model = await given;
  port.close();
  const last = model.messages.filter(isAnswer).at(-1);
  if (last === undefined) return tell({ type: "leave" });
  dress(document.documentElement, model);
  render(<Teaser message={last} model={model} t={words} tell={tell} />, root);
}

interface TeaserProps {
  readonly message: WidgetMessage;
  readonly model: Model;
  readonly t: Words;
  readonly tell: (message: FromTeaser) => void;
}

/** The last unread message: one wide button that opens the chat, and one that closes the card. */
export function Teaser({ message, model, t, tell }: TeaserProps) {
  const [announced, announce] = useState<string>("");
  const { face } = model;
  const name = message.name || face.name;
  const text = face.teaser_text ? messageWords(message, t) : t("sentYou", { name });
  const count = unreadOf(model);
  const said = face.teaser_text ? `${t("newMessage")}, ${name}: ${text}` : text;
  // Announced in an existing live region, because screen readers ignore text that arrives together
  // with its region.
  useEffect(() => announce(said), [said, message.id]);
  useSize(tell);
  useLeave(tell, message.id);
  return (
    <main>
      <p class="pw-sr" role="status">
        <span key={message.id}>{announced}</span>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the buttons in it */}
      <div class="pw-teaser" onKeyDown={(event) => event.key === "Escape" && tell({ type: "dismiss" })}>
        <button type="button" class="pw-teaser__open" onClick={() => tell({ type: "open" })}>
          <Avatar name={name} photo={message.photo} acts={{ server: () => null }} bot={message.from === "bot"} />
          <span class="pw-teaser__by">
            <b>
              <bdi>{name}</bdi>
            </b>
            <span>{count > 1 ? t.count("newMessages", count) : ageOf(message.at, t)}</span>
          </span>
          <span class="pw-teaser__text" dir="auto">
            {text}
          </span>
        </button>
        <button type="button" class="pw-icon" aria-label={t("dismiss")} onClick={() => tell({ type: "dismiss" })}>
          <Icon name="x" small />
        </button>
      </div>
    </main>
  );
}

/** Reports the card's height to the page, at once and at each change. */
function useSize(tell: TeaserProps["tell"]): void {
  useEffect(() => {
    const card = document.querySelector<HTMLElement>(".pw-teaser");
    if (card === null) return undefined;
    const observer = new ResizeObserver(() => tell({ type: "size", height: card.offsetHeight }));
    observer.observe(card);
    return () => observer.disconnect();
  }, [tell]);
}

/**
 * Reports that the card was ignored for a while. Not with reduced motion, because then it would
 * disappear without a transition.
 */
function useLeave(tell: TeaserProps["tell"], id: number): void {
  useEffect(() => {
    const page = document.documentElement;
    let timer = 0;
    const wait = (): void => {
      clearTimeout(timer);
      if (document.hidden || document.hasFocus() || page.matches(":hover") || matchMedia("(prefers-reduced-motion: reduce)").matches)
        return;
      timer = setTimeout(() => tell({ type: "leave" }), leaveAfterMs);
    };
    const over = new AbortController();
    const { signal } = over;
    for (const type of ["mouseenter", "mouseleave"]) page.addEventListener(type, wait, { signal });
    for (const type of ["focus", "blur"]) window.addEventListener(type, wait, { signal });
    document.addEventListener("visibilitychange", wait, { signal });
    wait();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [tell, id]);
}
