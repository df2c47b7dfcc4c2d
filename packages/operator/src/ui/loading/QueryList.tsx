import type { ReactNode } from "react";
import { LineSkeleton, useDelayedLoading } from "./Skeleton.tsx";
import { ErrorMessage } from "./ErrorMessage.tsx";

interface QueryListProps<Item> {
  query: { readonly error: Error | null; readonly refetch: () => unknown };
  /** Rows of the list. Undefined until loaded. */
  items: readonly Item[] | undefined;
  /** Sentence that says which data could not be loaded. */
  errorText: string;
  /** Sentence for an empty list. Without this sentence, an empty list shows nothing. */
  emptyText?: string;
  children: (items: readonly Item[]) => ReactNode;
}

/** Shows a short list with its states. Keeps loaded items on screen if a reload fails. */
export function QueryList<Item>({
  query,
  items,
  errorText,
  emptyText,
  children,
}: QueryListProps<Item>) {
  const { error } = query;
  const isDelayed = useDelayedLoading(items === undefined && error === null);
  return (
    <>
      {error && (
        <ErrorMessage error={error} onRetry={() => void query.refetch()}>
          {errorText}
        </ErrorMessage>
      )}
      {isDelayed && <LineSkeleton lines={2} />}
      {items?.length === 0 && emptyText !== undefined && <p className="t13 faint">{emptyText}</p>}
      {items !== undefined && items.length > 0 && children(items)}
    </>
  );
}
