import type { ComponentProps, ReactNode } from "react";
import { Failure } from "../../ui/Failure.tsx";
import { Empty } from "../../ui/marks.tsx";
import { PageHead } from "./FormPage.tsx";
import { Loaded } from "./parts.tsx";

interface ListPageProps<T> {
  read: ComponentProps<typeof Loaded<readonly T[]>>["read"] & { isError: boolean };
  title: string;
  about: string;
  /** The way to a new one: in the head, or in the middle while there is none. */
  add: ReactNode;
  /** What else stands in the head. */
  tools?: ReactNode;
  empty: { icon: ComponentProps<typeof Empty>["icon"]; title: string; text: string };
  /** Above the list, and above its absence. */
  above?: ReactNode;
  /** Dialogs. */
  dialogs?: ReactNode;
  /** The list itself; never called without things. */
  children: (things: readonly T[]) => ReactNode;
}

/** A settings page with a list, in all its states. */
export function ListPage<T>({ read, title, about, add, tools, empty, above, dialogs, children }: ListPageProps<T>) {
  return (
    <Loaded read={read} title={title} about={about} rows>
      {(things) => (
        <section className="formpage" aria-label={title}>
          <PageHead title={title} about={about}>
            {tools}
            {things.length > 0 && add}
          </PageHead>
          {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
          <div className="body">
            {above}
            {things.length === 0 ? (
              <Empty icon={empty.icon} title={empty.title} action={add}>
                {empty.text}
              </Empty>
            ) : (
              <div className="cols wide">{children(things)}</div>
            )}
          </div>
          {dialogs}
        </section>
      )}
    </Loaded>
  );
}
