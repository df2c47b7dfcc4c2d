import { useEffect, useRef } from "preact/hooks";
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

/** A small choice, all that fits without a search; read out by the names that the system gives them. It stands before its button, so the focus goes to it. */
export function Emoji({ pick, close, label }: EmojiProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus(), []);
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape of the buttons in it
    <ul class="pw-emoji" aria-label={label} ref={list} onKeyDown={escape}>
      {emoji.map((one) => (
        <li key={one}>
          <button type="button" onClick={() => pick(one)}>
            {one}
          </button>
        </li>
      ))}
    </ul>
  );
}
