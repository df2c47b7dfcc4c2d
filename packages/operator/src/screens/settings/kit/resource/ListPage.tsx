import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { readsTexts, useCurrentOperator } from "../../../../state/session.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { EmptyState } from "../../../../ui/badges.tsx";
import { QueryPage, type QueryPageProps } from "./QueryPage.tsx";

export interface ListPageProps<T> extends Omit<QueryPageProps<readonly T[]>, "rows" | "tools"> {
  /**
   * Link or button that creates a resource. It is in the header, or in the middle of the page while
   * the list is empty.
   */
  add: ReactNode;
  /** Additional buttons in the header. */
  tools?: ReactNode;
  empty: { icon: ComponentProps<typeof EmptyState>["icon"]; title: string; text: string };
  /** Content above the list, also shown if the list is empty. */
  above?: ReactNode;
  /** Renders the list. Not called if the list is empty. */
  children: (resources: readonly T[]) => ReactNode;
}

/** Renders a settings page with a list, in its loading, error, empty and filled states. */
export function ListPage<T>({ add, tools, empty, above, children, ...page }: ListPageProps<T>) {
  const headerTools = (resources: readonly T[]) => (
    <>
      {tools}
      {resources.length > 0 && add}
    </>
  );
  return (
    <QueryPage {...page} tools={headerTools}>
      {(resources) => (
        <>
          {above}
          {resources.length === 0 ? (
            <EmptyState icon={empty.icon} title={empty.title} action={add}>
              {empty.text}
            </EmptyState>
          ) : (
            <div className="cols wide">{children(resources)}</div>
          )}
        </>
      )}
    </QueryPage>
  );
}

/** Link to the page that creates a resource, such as `bots/new` below /settings. */
export function AddLink({
  to,
  icon = IconPlus,
  children,
}: {
  to: string;
  icon?: typeof IconPlus;
  children: string;
}) {
  return (
    <Link className="btn primary" to="/settings/$" params={{ _splat: to }}>
      <Icon of={icon} /> {children}
    </Link>
  );
}

/**
 * Link to the page that creates a resource with an endpoint URL. Rendered only for roles that may
 * choose URLs (CORE-165).
 */
export function AddEndpointLink(props: ComponentProps<typeof AddLink>) {
  return readsTexts(useCurrentOperator()) && <AddLink {...props} />;
}

/** Button that opens a dialog to create a resource. */
export function AddButton({ onAdd, children }: { onAdd: () => void; children: string }) {
  return (
    <Button variant="primary" icon={IconPlus} onClick={onAdd}>
      {children}
    </Button>
  );
}
