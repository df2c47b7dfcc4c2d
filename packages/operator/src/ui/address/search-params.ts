/** Reads a URL parameter as text. Returns "" if the parameter is neither text nor a number. */

import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
export function readTextParam(part: unknown): string {
  return typeof part === "string" || typeof part === "number" ? String(part) : "";
}
/** Returns the parameters that are not empty. */
export function omitEmptyParams(parts: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, part]) => part !== "" && part !== null),
  );
}

type SearchParams = Readonly<Record<string, unknown>>;

/**
 * Stores the filter of a list in the URL, so that Back, a reload and a link restore the filter.
 * While the operator types, the returned value may be newer than the URL. `read` must accept any
 * URL. `write` must omit defaults.
 */
export function useSearchParamsState<T>(
  read: (search: SearchParams) => T,
  write: (value: T) => SearchParams,
): readonly [T, (next: T) => void] {
  const navigate = useNavigate();
  const search: SearchParams = useSearch({ strict: false });
  const urlState = JSON.stringify(write(read(search)));
  const [value, setValue] = useState(() => read(search));
  const [lastUrlState, setLastUrlState] = useState(urlState);
  /** States that this hook wrote and that are not in the URL yet, oldest first. */
  const [pendingUrlStates, setPendingUrlStates] = useState<readonly string[]>([]);
  if (urlState !== lastUrlState) {
    setLastUrlState(urlState);
    const at = pendingUrlStates.indexOf(urlState);
    setPendingUrlStates(pendingUrlStates.slice(at < 0 ? pendingUrlStates.length : at + 1));
    // A link or Back has changed the URL.
    if (at < 0) setValue(read(search));
  }
  const put = (next: T) => {
    setValue(next);
    const to = write(next);
    const text = JSON.stringify(to);
    if (text === (pendingUrlStates.at(-1) ?? lastUrlState)) return;
    setPendingUrlStates([...pendingUrlStates, text]);
    void navigate({ to: ".", search: to as never, replace: true, ignoreBlocker: true });
  };
  return [value, put];
}
