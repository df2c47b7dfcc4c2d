import type { EmailAddress } from "@parlour/protocol";
import type { VisitorWithActivity } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type KeyboardEvent } from "react";
import { api } from "../../../../state/api/api.ts";

const minLength = 2;
const maxSuggestions = 6;

/** Known visitors that match what is typed, and the keys that choose one of them. */
export interface Suggestions {
  readonly options: readonly EmailAddress[];
  /** Index of the option that Enter adds, or -1 if none is marked. */
  readonly active: number;
  /** Handles the keys of the list. Returns whether the key was one of them. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly close: () => void;
}

/** Suggests visitors with an email address (MAIL-153). `taken` are recipients already. */
export function useSuggestions(
  typed: string,
  taken: readonly EmailAddress[],
  onPick: (recipient: EmailAddress) => void,
): Suggestions {
  const q = useDeferredValue(typed.trim());
  // The list is closed, and its mark removed, when what is typed changes.
  const [mark, setMark] = useState({ q: "", index: -1 });
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const { data = [] } = useQuery({
    queryKey: ["visitors", "suggested", q],
    queryFn: async ({ signal }) => {
      const query = { q, sort: "seen", limit: 20 };
      const found = await api.get<{ items: readonly VisitorWithActivity[] }>("/visitors", {
        query,
        signal,
      });
      return found.items.flatMap(({ email, name }) =>
        email === null ? [] : [{ address: email.value, name: name?.value ?? "" }],
      );
    },
    enabled: q.length >= minLength,
  });
  const keys = new Set(taken.map(({ address }) => address.toLowerCase()));
  const isShown = q.length >= minLength && typed.trim() === q && closedFor !== q;
  const options = isShown ? data.filter((one) => isFirst(keys, one)).slice(0, maxSuggestions) : [];
  const active = mark.q === q && mark.index < options.length ? mark.index : -1;
  const close = () => setClosedFor(q);
  const onKey = (event: KeyboardEvent): boolean => {
    const picked = options[active];
    if (options.length === 0) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      const count = options.length;
      setMark({ q, index: active < 0 && step < 0 ? count - 1 : (active + step + count) % count });
    } else if (event.key === "Escape") close();
    else if (event.key === "Enter" && picked !== undefined && !event.ctrlKey && !event.metaKey)
      onPick(picked);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { options, active, onKey, close };
}

/** Adds the address to `keys`. Returns whether it was not there. */
function isFirst(keys: Set<string>, { address }: EmailAddress): boolean {
  const key = address.toLowerCase();
  if (keys.has(key)) return false;
  keys.add(key);
  return true;
}
