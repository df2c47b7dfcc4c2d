import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";

interface FoldProps {
  title: string;
  n?: number | string;
  open?: boolean;
  /** Called when it was unfolded or folded. */
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A part of the panel that folds away. */
export function Fold({ title, n, open = false, onToggle, children }: FoldProps) {
  return (
    <details open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        <Icon of={IconChevronRight} small flip className="chev" /> {title}
        {n !== undefined && <span className="n num">{n}</span>}
      </summary>
      <div className="in">{children}</div>
    </details>
  );
}
