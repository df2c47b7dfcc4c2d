import type { ComponentProps, ReactNode } from "react";
import { StaleNotice } from "../../../../ui/loading/StaleNotice.tsx";
import { PageHeader } from "../form/PageHeader.tsx";
import { QueryPageBody } from "./parts.tsx";

export interface QueryPageProps<T> {
  query: ComponentProps<typeof QueryPageBody<T>>["query"] &
    ComponentProps<typeof StaleNotice>["query"];
  title: string;
  about: string;
  /** Whether the skeleton consists of rows. */
  rows?: boolean;
  /** Renders the tools in the header. */
  tools?: (data: T) => ReactNode;
  /** Dialogs, rendered next to the page content. */
  dialogs?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Loads a resource and renders its settings page. Keeps the last loaded data on screen if a reload
 * fails.
 */
export function QueryPage<T>({
  query,
  title,
  about,
  rows = true,
  tools,
  dialogs,
  children,
}: QueryPageProps<T>) {
  return (
    <QueryPageBody query={query} title={title} about={about} rows={rows}>
      {(data) => (
        <section className="formpage" aria-label={title}>
          <PageHeader title={title} about={about}>
            {tools?.(data)}
          </PageHeader>
          <StaleNotice query={query} isLive />
          <div className="body">{children(data)}</div>
          {dialogs}
        </section>
      )}
    </QueryPageBody>
  );
}
