import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { hasMessages } from "../state/reducer.ts";
import { downloadTranscript } from "./conversation/save-transcript.ts";
import css from "./menu.css?inline";
import { addStyles } from "./styles.ts";
import type { ViewProps } from "./view-props.ts";

addStyles(css);

interface Choice {
  readonly text: string;
  readonly run: () => void;
}
function listChoices({ model, actions, t }: ViewProps): readonly Choice[] {
  const choices: Choice[] = [];
  if (model.face.sound)
    choices.push({
      text: t(model.muted ? "unmute" : "mute"),
      run: () => actions.setMuted(!model.muted),
    });
  if (model.face.transcript && model.messages.length > 0)
    choices.push({ text: t("download"), run: () => void downloadTranscript(model, t) });
  if (hasMessages(model)) choices.push({ text: t("endChat"), run: actions.endChat });
  return choices;
}

export interface MenuProps extends ViewProps {
  readonly root: RefObject<HTMLElement | null>;
  /** Closes the menu. If `isBack` is true, the button gets the focus. */
  readonly close: (isBack: boolean) => void;
}

/** The menu: sounds, transcript, end of the chat. */
export function ChatMenu({ root, close, ...view }: MenuProps) {
  useOutsidePress(root, () => close(false));
  const choose = (run: () => void): void => {
    close(true);
    run();
  };
  return (
    <ul class="pw-menu">
      {listChoices(view).map(({ text, run: act }) => (
        <li key={text}>
          <button type="button" onClick={() => choose(act)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Calls `onOutside` when the visitor presses or focuses something outside the menu. */
function useOutsidePress(root: RefObject<HTMLElement | null>, onOutside: () => void): void {
  useEffect(() => {
    const events = ["pointerdown", "focusin"];
    const onEvent = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true)
        onOutside();
    };
    for (const name of events) document.addEventListener(name, onEvent);
    return () => {
      for (const name of events) document.removeEventListener(name, onEvent);
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
