import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

type Search = Readonly<Record<string, unknown>>;

/**
 * Stores the filter of a list in the URL, so that Back, a reload and a link restore it. While a
 * person types, the value is ahead of the URL. `read` must accept any URL, `write` omits defaults.
 */
export function useAddressed<T>(read: (search: Search) => T, write: (value: T) => Search): readonly [T, (next: T) => void] {
  const navigate = useNavigate();
  const search: Search = useSearch({ strict: false });
  const there = JSON.stringify(write(read(search)));
  const [value, setValue] = useState(() => read(search));
  const [seen, setSeen] = useState(there);
  /** States that were written here and are not in the URL yet, in this order. */
  const [written, setWritten] = useState<readonly string[]>([]);
  if (there !== seen) {
    setSeen(there);
    const at = written.indexOf(there);
    setWritten(written.slice(at < 0 ? written.length : at + 1));
    // The URL changed by a link or by Back.
    if (at < 0) setValue(read(search));
  }
  const put = (next: T) => {
    setValue(next);
    const to = write(next);
    const text = JSON.stringify(to);
    if (text === (written.at(-1) ?? seen)) return;
    setWritten([...written, text]);
    void navigate({ to: ".", search: to as never, replace: true, ignoreBlocker: true });
  };
  return [value, put];
}
