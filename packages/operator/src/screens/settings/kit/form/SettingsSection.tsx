import type { ComponentProps, ReactNode } from "react";
import { StaleNotice } from "../../../../ui/loading/StaleNotice.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";

/** Renders a part of a page with a heading. `id` is the id of the heading element. */
export function SettingsSection({
  id,
  title,
  busy,
  children,
}: {
  id: string;
  title: ReactNode;
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="group" aria-labelledby={id} aria-busy={busy}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface QuerySectionProps<T> {
  id: string;
  title: string;
  query: { data: { items: T[] } | undefined; isPending: boolean } & ComponentProps<
    typeof StaleNotice
  >["query"];
  children: (items: readonly T[] | undefined) => ReactNode;
}

/** Renders a section that loads its own list. */
export function QuerySection<T>({ id, title, query, children }: QuerySectionProps<T>) {
  const { data, error, isPending, refetch } = query;
  return (
    <SettingsSection id={id} title={title} busy={isPending}>
      {data === undefined && error !== null && (
        <ErrorMessage error={error} onRetry={() => void refetch()} />
      )}
      <StaleNotice query={query} isLive />
      {children(data?.items)}
    </SettingsSection>
  );
}

/** Renders a card next to a form. `id` is the id of the card's heading element. */
export function SideCard({
  id,
  title,
  children,
}: {
  id: string;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
