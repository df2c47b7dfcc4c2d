// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and handles the keys.
import { useEffect, useState, type ReactNode } from "react";
import type { PickerListProps } from "./use-picker.ts";

export interface Suggestion {
  readonly id: string;
  readonly node: ReactNode;
}

/** The list of a picker above the field. Arrow keys move, Enter or Tab selects, Esc closes. */
export function SuggestionList({
  label,
  items,
  onPick,
  onKeyHandler,
  listId,
  onActive,
  onClose,
  className = "",
  children,
}: PickerListProps & {
  label: string;
  items: readonly Suggestion[];
  onPick: (id: string) => void;
  className?: string;
  /** Content next to or below the list, such as a preview. */
  children?: ReactNode;
}) {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const index = Math.max(
    0,
    items.findIndex((item) => item.id === selectedId),
  );
  const current = items[index];
  const optionId = (id: string) => `${listId}-${id}`;
  const activeId = current ? optionId(current.id) : null;
  useEffect(() => {
    onActive(activeId);
  }, [onActive, activeId]);
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  useEffect(() => {
    onKeyHandler((event) => {
      if (event.key === "Escape") {
        onClose();
        return true;
      }
      if (!current || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey)
        return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined)
        setSelectedId(items[(index + step + items.length) % items.length]?.id ?? null);
      else if (event.key === "Enter" || event.key === "Tab") onPick(current.id);
      else return false;
      return true;
    });
    return () => onKeyHandler(null);
  });
  if (items.length === 0) return null;
  return (
    <div className={`suggest float ${className}`.trim()}>
      <div role="listbox" id={listId} aria-label={label}>
        {items.map((item) => (
          <div
            key={item.id}
            id={optionId(item.id)}
            role="option"
            aria-selected={item.id === current?.id}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            // Ignores events that occur because the list moves under a resting pointer.
            onMouseMove={(event) => {
              if (event.movementX !== 0 || event.movementY !== 0) setSelectedId(item.id);
            }}
            onClick={() => onPick(item.id)}
          >
            {item.node}
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}
