import { useRef, useState, type ReactNode } from "react";
import { Dialog, Popover } from "react-aria-components";

interface ChipProps {
  readonly className: string;
  /** Accessible name of the list or form that the chip opens. */
  readonly label: string;
  /** What the chip opens. Receives a function that closes it. */
  readonly editor: (close: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Button in a sentence. It opens the list or form that changes this part of the sentence. */
export function Chip({ className, label, editor, children }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // Two lists that disappear at once would return the focus to the button of the first.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      <Popover
        className="popover float chipmenu"
        triggerRef={button}
        isOpen={isOpen}
        onOpenChange={setOpen}
        placement="bottom start"
        offset={4}
      >
        <ChipDialog {...{ label, editor, close }} />
      </Popover>
    </>
  );
}

function ChipDialog({
  label,
  editor,
  close,
}: Omit<ChipProps, "className" | "children"> & { readonly close: () => void }) {
  return (
    <Dialog className="chipdialog" aria-label={label}>
      {editor(close)}
    </Dialog>
  );
}
