import type { ComponentProps, ReactNode } from "react";
import { Age } from "../../ui/Age.tsx";
import { PageHead } from "./FormPage.tsx";
import { Loaded } from "./parts.tsx";

export interface ReadPageProps<T> {
  read: ComponentProps<typeof Loaded<T>>["read"] & ComponentProps<typeof Age>["of"];
  title: string;
  about: string;
  /** Shows row skeletons while loading. */
  rows?: boolean;
  /** Renders the tools in the header. */
  tools?: (data: T) => ReactNode;
  /** Dialogs, rendered beside the page content. */
  dialogs?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Loads a resource and renders its settings page. Keeps the last loaded data on screen if a reload
 * fails.
 */
export function ReadPage<T>({ read, title, about, rows = true, tools, dialogs, children }: ReadPageProps<T>) {
  return (
    <Loaded read={read} title={title} about={about} rows={rows}>
      {(data) => (
        <section className="formpage" aria-label={title}>
          <PageHead title={title} about={about}>
            {tools?.(data)}
          </PageHead>
          <Age of={read} isFollowed />
          <div className="body">{children(data)}</div>
          {dialogs}
        </section>
      )}
    </Loaded>
  );
}
