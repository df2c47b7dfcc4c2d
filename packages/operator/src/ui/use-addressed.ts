import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

type Search = Readonly<Record<string, unknown>>;

/**
 * What a list is narrowed to. It stands in the address, so that Back, a reload and a link show it again; the value is ahead of the address
 * while somebody types. `read` takes an address that anybody may have written; `write` leaves out what is usual.
 */
export function useAddressed<T>(read: (search: Search) => T, write: (value: T) => Search): readonly [T, (next: T) => void] {
  const navigate = useNavigate();
  const search: Search = useSearch({ strict: false });
  const there = JSON.stringify(write(read(search)));
  const [value, setValue] = useState(() => read(search));
  const [seen, setSeen] = useState(there);
  /** Written here and not in the address yet, in this order. */
  const [written, setWritten] = useState<readonly string[]>([]);
  if (there !== seen) {
    setSeen(there);
    const at = written.indexOf(there);
    setWritten(written.slice(at < 0 ? written.length : at + 1));
    // By a link, or by Back.
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
