import { useEffect, useRef, useState } from "preact/hooks";
import css from "./emoji.css?inline";
import { addStyles } from "./styles.ts";

addStyles(css);
const emoji =
  "😀 😃 😄 😁 😅 😂 🙂 🙃 😉 😊 😇 🥰 😍 😘 😋 😜 🤗 🤔 🤨 😐 🙄 😏 😌 😴 😷 🤒 🥳 😎 🤓 😕 😟 🙁 😮 😳 🥺 😢 😭 😤 😡 🤯 👍 👎 👌 🤞 👋 🙏 👏 💪 🤝 👀 ❤️ 💛 💚 💙 💔 ✨ ⭐ 🔥 🎉 🎁 ✅ ❌ ❓ ❗ 📦 🚚 💳 🕐".split(
    " ",
  );

export interface EmojiProps {
  readonly pick: (emoji: string) => void;
  readonly close: () => void;
  readonly label: string;
}

/**
 * A small choice, all that fits without a search; read out by the names that the system gives them. It stands before its button, so the focus goes to it:
 * one stop of Tab, in which the arrows move.
 */
export function Emoji({ pick, close, label }: EmojiProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  useEffect(() => bar.current?.querySelector("button")?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
      return;
    }
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const to = placeAfter(event.key, at, buttons);
    const next = to === undefined ? undefined : buttons[to];
    if (to === undefined || !next) return;
    event.preventDefault();
    setAt(to);
    next.focus();
  };
  return (
    <div class="pw-emoji" role="toolbar" tabIndex={-1} aria-label={label} ref={bar} onKeyDown={onKeyDown}>
      {emoji.map((one, index) => (
        <button key={one} type="button" tabIndex={index === at ? 0 : -1} onClick={() => pick(one)}>
          {one}
        </button>
      ))}
    </div>
  );
}

/** Where a key leads from the one at `at`; undefined: it leads nowhere. */
function placeAfter(key: string, at: number, buttons: readonly HTMLElement[]): number | undefined {
  const [first] = buttons;
  if (!first) return undefined;
  const columns = buttons.filter(({ offsetTop }) => offsetTop === first.offsetTop).length;
  const onward = getComputedStyle(first).direction === "rtl" ? -1 : 1;
  return {
    ArrowRight: at + onward,
    ArrowLeft: at - onward,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: buttons.length - 1,
  }[key];
}
