import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";

interface Shown {
  state: "waiting" | "ok" | "warn";
  title: string;
  /** Not announced: it may count. */
  children: ReactNode;
  action?: ReactNode;
}

/** Waits for something that happens elsewhere, and turns green when it did. */
export function StatusRow({ state, title, children, action }: Shown) {
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
