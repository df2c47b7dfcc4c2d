import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "../Icon.tsx";

interface CollapsibleSectionProps {
  title: string;
  n?: number | string | undefined;
  open?: boolean;
  /** Called after the section was expanded or collapsed. */
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Renders a section of the panel that can be collapsed. */
export function CollapsibleSection({
  title,
  n,
  open = false,
  onToggle,
  children,
}: CollapsibleSectionProps) {
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
