import type { ComponentProps, ReactNode } from "react";
import { Age } from "../../ui/Age.tsx";
import { PageHead } from "./FormPage.tsx";
import { Loaded } from "./parts.tsx";

export interface ReadPageProps<T> {
  read: ComponentProps<typeof Loaded<T>>["read"] & ComponentProps<typeof Age>["of"];
  title: string;
  about: string;
  /** The page will be rows. */
  rows?: boolean;
  /** What stands in the head. */
  tools?: (data: T) => ReactNode;
  /** Dialogs. */
  dialogs?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A settings page around something read, in all its states; what was read stays below the failure of a later read. */
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
