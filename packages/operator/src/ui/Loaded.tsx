import type { ReactNode } from "react";
import { LineBones, useLate } from "./Bones.tsx";
import { Failure } from "./Failure.tsx";

interface Props<Item> {
  read: { readonly error: Error | null; readonly refetch: () => unknown };
  /** Undefined until they are loaded. */
  items: readonly Item[] | undefined;
  /** Sentence that says what could not be loaded. */
  failed: string;
  /** Sentence for an empty list. Without it an empty list shows nothing. */
  none?: string;
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * Shows a short list with its loading, error and empty states. Keeps loaded items on screen if a
 * reload fails.
 */
export function Loaded<Item>({ read, items, failed, none, children }: Props<Item>) {
  const { error } = read;
  const late = useLate(items === undefined && error === null);
  return (
    <>
      {error && (
        <Failure error={error} onRetry={() => void read.refetch()}>
          {failed}
        </Failure>
      )}
      {late && <LineBones lines={2} />}
      {items?.length === 0 && none !== undefined && <p className="t13 faint">{none}</p>}
      {items !== undefined && items.length > 0 && children(items)}
    </>
  );
}
