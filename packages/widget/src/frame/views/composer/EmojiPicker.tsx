import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import css from "./emoji.css?inline";
import { addStyles } from "../styles.ts";
import type { ViewProps } from "../view-props.ts";

addStyles(css);
const emojis =
  "😀 😃 😄 😁 😅 😂 🙂 🙃 😉 😊 😇 🥰 😍 😘 😋 😜 🤗 🤔 🤨 😐 🙄 😏 😌 😴 😷 🤒 🥳 😎 🤓 😕 😟 🙁 😮 😳 🥺 😢 😭 😤 😡 🤯 👍 👎 👌 🤞 👋 🙏 👏 💪 🤝 👀 ❤️ 💛 💚 💙 💔 ✨ ⭐ 🔥 🎉 🎁 ✅ ❌ ❓ ❗ 📦 🚚 💳 🕐".split(
    " ",
  );

interface EmojiPickerProps extends ViewProps {
  /** The message field. A chosen emoji is inserted at its cursor. */
  readonly areaRef: RefObject<HTMLTextAreaElement | null>;
  readonly close: () => void;
  readonly label: string;
}

/**
 * A small emoji picker without search. Screen readers read the system's names of the emojis. The
 * picker precedes its button in the document, so it takes the focus itself. The picker is one tab
 * stop, and arrow keys move between the emojis.
 */
export function EmojiPicker({ model, actions, areaRef, close, label }: EmojiPickerProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  useEffect(() => bar.current?.querySelector("button")?.focus(), []);
  const pick = (emoji: string): void => {
    actions.setDraft(insertAtCursor(model.draft, emoji, areaRef.current));
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
      return;
    }
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const targetIndex = nextIndex(event.key, at, buttons);
    const next = targetIndex === undefined ? undefined : buttons[targetIndex];
    if (targetIndex === undefined || !next) return;
    event.preventDefault();
    setAt(targetIndex);
    next.focus();
  };
  return (
    <div
      class="pw-emoji"
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      ref={bar}
      onKeyDown={onKeyDown}
    >
      {emojis.map((one, index) => (
        <button key={one} type="button" tabIndex={index === at ? 0 : -1} onClick={() => pick(one)}>
          {one}
        </button>
      ))}
    </div>
  );
}

/** Returns the text with `piece` inserted at the cursor, and moves the cursor after it. */
function insertAtCursor(text: string, piece: string, at: HTMLTextAreaElement | null): string {
  const from = at?.selectionStart ?? text.length;
  const to = at?.selectionEnd ?? from;
  requestAnimationFrame(() => {
    at?.focus();
    at?.setSelectionRange(from + piece.length, from + piece.length);
  });
  return text.slice(0, from) + piece + text.slice(to);
}

/** Returns the index to which a key moves from index `at`. Undefined: it does not move. */
function nextIndex(key: string, at: number, buttons: readonly HTMLElement[]): number | undefined {
  const [first] = buttons;
  if (!first) return undefined;
  const columns = buttons.filter(({ offsetTop }) => offsetTop === first.offsetTop).length;
  const direction = getComputedStyle(first).direction === "rtl" ? -1 : 1;
  return {
    ArrowRight: at + direction,
    ArrowLeft: at - direction,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: buttons.length - 1,
  }[key];
}
