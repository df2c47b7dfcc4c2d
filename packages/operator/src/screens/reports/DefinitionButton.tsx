import { IconInfoCircle } from "@tabler/icons-react";
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { browserClock } from "../../state/clock.ts";
import { Icon } from "../../ui/Icon.tsx";
import { useShortcuts } from "../../ui/keyboard/shortcuts.ts";
import { t } from "./text.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { definedNumbers } from "./definition-text.ts";

const hoverDelayMs = 300;

interface DefinitionProps {
  /** Name of the explained number or chart. */
  readonly name: string;
  readonly text: string;
  /** Further numbers, shown below the explanation. */
  readonly children?: ReactNode;
}

/**
 * Button that explains a number on focus, hover or press. Escape closes the explanation. The
 * pointer can move into the explanation.
 */
export function DefinitionButton({ name, text, children }: DefinitionProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [areAllShown, showAll] = useState(false);
  const hover = useHover(setOpen);
  const wasOpen = useRef(false);
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    <span className="about" onBlur={onBlur} {...hover}>
      <button
        ref={button}
        type="button"
        className="q"
        aria-label={t("def.show", { name })}
        aria-expanded={isOpen}
        aria-describedby={isOpen ? id : undefined}
        onFocus={() => setOpen(true)}
        // The first press focuses the button, which opens the explanation. The second press closes
        // the explanation.
        onPointerDown={() => (wasOpen.current = isOpen)}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        <Icon of={IconInfoCircle} small />
      </button>
      {isOpen && (
        <Explanation id={id} name={name} text={text} onClose={() => setOpen(false)}>
          {children}
          <button
            type="button"
            className="btn text"
            onClick={() => {
              // Returns the focus to the button when the dialog closes.
              button.current?.focus();
              setOpen(false);
              showAll(true);
            }}
          >
            {t("def.all")}
          </button>
        </Explanation>
      )}
      {areAllShown && <AllDefinitions onClose={() => showAll(false)} />}
    </span>
  );
}

function Explanation({
  id,
  name,
  text,
  onClose,
  children,
}: DefinitionProps & { readonly id: string; readonly onClose: () => void }) {
  useShortcuts({
    escape: () => {
      onClose();
      return true;
    },
  });
  return (
    <span className="defi float">
      <span id={id} className="lines">
        <b>{name}</b>
        <span>{text}</span>
      </span>
      {children}
    </span>
  );
}

/**
 * Opens the explanation after 300 ms of hover, and closes it 300 ms after the hover ends. Ignores
 * touch, which has no hover.
 */
function useHover(setOpen: (isOpen: boolean) => void) {
  const cancelTimer = useRef<() => void>(undefined);
  const scheduleOpen = (isOpen: boolean) => (event: PointerEvent) => {
    cancelTimer.current?.();
    if (event.pointerType === "mouse")
      cancelTimer.current = browserClock.after(hoverDelayMs, () => setOpen(isOpen));
  };
  useEffect(() => () => cancelTimer.current?.(), []);
  return { onPointerEnter: scheduleOpen(true), onPointerLeave: scheduleOpen(false) };
}

/** Lists the definitions of all numbers in the reports. */
function AllDefinitions({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("def.all")} open wide onClose={onClose}>
      <dl className="alldefs">
        {definedNumbers.map((number) => (
          <div key={number}>
            <dt>{t(`name.${number}`)}</dt>
            <dd>{t(`def.${number}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
