import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "../../../ui/Icon.tsx";

interface StatusRowProps {
  state: "waiting" | "ok" | "warn";
  title: string;
  /** Content that screen readers do not announce, because it may contain a counter. */
  children: ReactNode;
  action?: ReactNode;
}

/** Shows whether an awaited event has happened. The row is green after the event. */
export function StatusRow({ state, title, children, action }: StatusRowProps) {
  return (
    <div className={`seen-row ${state}`}>
      {state === "waiting" ? (
        <span className="wait-dot" aria-hidden="true" />
      ) : (
        <Icon of={state === "ok" ? IconCircleCheck : IconAlertTriangle} />
      )}
      <div className="grow">
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form. */}
        <b role="status">{title}</b>
        <small>{children}</small>
      </div>
      {action}
    </div>
  );
}
