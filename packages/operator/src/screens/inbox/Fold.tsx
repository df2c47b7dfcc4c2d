import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";

/** A part of the panel that folds away. */
export function Fold({ title, n, open = false, children }: { title: string; n?: number | string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open}>
      <summary>
        <Icon of={IconChevronRight} small flip className="chev" /> {title}
        {n !== undefined && <span className="n num">{n}</span>}
      </summary>
      <div className="in">{children}</div>
    </details>
  );
}
