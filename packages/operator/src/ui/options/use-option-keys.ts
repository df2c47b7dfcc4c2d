import { useEffect, useState, type KeyboardEvent } from "react";

interface OptionKeys {
  /** Ids of the options, in order. */
  readonly ids: readonly string[];
  /** Prefix of the ids of the elements. */
  readonly listId: string;
  /** Ids of the options that the keys 1, 2, … choose. */
  readonly numbered?: readonly string[];
  readonly onPick: (id: string) => void;
  /** Called for Enter without a text, if several options can be chosen. */
  readonly onEnter?: (() => void) | undefined;
  /** Whether Space chooses an option. Otherwise it is typed. */
  readonly hasSpace: boolean;
}

/** Moves through the options of a list while its field keeps the focus. */
export function useOptionKeys({
  ids,
  listId,
  numbered = [],
  onPick,
  onEnter,
  hasSpace,
}: OptionKeys) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = ids.find((id) => id === activeId) ?? ids[0] ?? null;
  useEffect(() => {
    if (active !== null)
      document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);
  const onKeyDown = (event: KeyboardEvent) => {
    const index = active === null ? -1 : ids.indexOf(active);
    const target = {
      ArrowDown: (index + 1) % ids.length,
      ArrowUp: (index - 1 + ids.length) % ids.length,
      Home: 0,
      End: ids.length - 1,
    }[event.key];
    const chosen = numbered[Number(event.key) - 1];
    if (chosen !== undefined) onPick(chosen);
    else if (target !== undefined && ids.length > 0) setActiveId(ids[target] ?? null);
    else if (event.key === "Enter" && onEnter !== undefined) onEnter();
    else if ((event.key === "Enter" || (event.key === " " && hasSpace)) && active !== null)
      onPick(active);
    else return;
    event.preventDefault();
  };
  return { active, setActiveId, onKeyDown };
}
