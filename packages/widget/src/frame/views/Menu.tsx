import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { hasMessages } from "../model.ts";
import { saveTranscript } from "./save-transcript.ts";
import css from "./menu.css?inline";
import { addStyles } from "./styles.ts";
import type { View } from "./view.ts";

addStyles(css);

interface Choice {
  readonly text: string;
  readonly act: () => void;
}
function choicesOf({ model, acts, t }: View): readonly Choice[] {
  const choices: Choice[] = [];
  if (model.face.sound) choices.push({ text: t(model.muted ? "unmute" : "mute"), act: () => acts.mute(!model.muted) });
  if (model.face.transcript && model.messages.length > 0) choices.push({ text: t("download"), act: () => void saveTranscript(model, t) });
  if (hasMessages(model)) choices.push({ text: t("endChat"), act: acts.end });
  return choices;
}

export interface MenuProps extends View {
  /** The element that contains menu and button. */
  readonly root: RefObject<HTMLElement | null>;
  /** `isBack`: the focus returns to the button. */
  readonly close: (isBack: boolean) => void;
}

/** The menu: sounds, transcript, end of the chat. */
export function Menu({ root, close, ...view }: MenuProps) {
  useAway(root, () => close(false));
  const take = (act: () => void): void => {
    close(true);
    act();
  };
  return (
    <ul class="pw-menu">
      {choicesOf(view).map(({ text, act }) => (
        <li key={text}>
          <button type="button" onClick={() => take(act)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Calls `away` when the visitor presses or focuses something outside the menu. */
function useAway(root: RefObject<HTMLElement | null>, away: () => void): void {
  useEffect(() => {
    const events = ["pointerdown", "focusin"];
    const look = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) away();
    };
    for (const name of events) document.addEventListener(name, look);
    return () => {
      for (const name of events) document.removeEventListener(name, look);
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
