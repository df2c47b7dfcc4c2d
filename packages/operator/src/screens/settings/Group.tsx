import type { ReactNode } from "react";
import { Failure } from "../../ui/Failure.tsx";

/** A part of a page under a heading of its own; `id` is the heading's. */
export function Group({ id, title, busy, children }: { id: string; title: ReactNode; busy?: boolean; children: ReactNode }) {
  return (
    <section className="group" aria-labelledby={id} aria-busy={busy}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface ReadGroupProps<T> {
  id: string;
  title: string;
  read: { data: { items: T[] } | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  children: (items: readonly T[] | undefined) => ReactNode;
}

/** A part of a page that is read by itself. */
export function ReadGroup<T>({ id, title, read: { data, error, isPending, refetch }, children }: ReadGroupProps<T>) {
  return (
    <Group id={id} title={title} busy={isPending}>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {children(data?.items)}
    </Group>
  );
}

/** A card beside a form; `id` is its heading's. */
export function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
