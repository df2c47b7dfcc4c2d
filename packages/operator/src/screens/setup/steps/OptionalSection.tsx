import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "../../../ui/Icon.tsx";

/** A collapsed section that most users do not need. */
export function OptionalSection({
  title,
  about,
  children,
}: {
  title: string;
  about: string;
  children: ReactNode;
}) {
  return (
    <details className="fold">
      <summary>
        <Icon of={IconChevronRight} small flip />
        {title} <small>{about}</small>
      </summary>
      <div>{children}</div>
    </details>
  );
}
