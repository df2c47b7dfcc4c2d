import type { ReactNode } from "react";
import { LineBones, useLate } from "./Bones.tsx";
import { Failure } from "./Failure.tsx";

interface Props<Item> {
  read: { readonly error: Error | null; readonly refetch: () => unknown };
  /** Undefined until they are read. */
  items: readonly Item[] | undefined;
  /** A sentence: what could not be read. */
  failed: string;
  /** A sentence for an empty list; left out, nothing is said. */
  none?: string;
  children: (items: readonly Item[]) => ReactNode;
}

/** A short list inside a panel, with its states: read for a while, failed, empty. What was read before stays while a new reading fails. */
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
