import { IconLoader2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "../../../../../../ui/Icon.tsx";

export function Progress({ children }: { children: ReactNode }) {
  return (
    <p className="line t13" aria-live="polite">
      <Icon of={IconLoader2} small className="turning info" />
      <span className="grow">{children}</span>
    </p>
  );
}
