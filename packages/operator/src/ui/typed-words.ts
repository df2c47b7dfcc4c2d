import { useRef, useState, type RefCallback } from "react";

type WordField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Fields whose text takes effort to write. Searches, times, passwords and codes are quickly typed
 * again.
 */
const wordFields =
  'textarea, input:is(:not([type]), [type="text"], [type="email"], [type="tel"], [type="url"]):not([autocomplete="one-time-code"])';

/** Tracks whether a field inside `box` differs from its value before the first input. */
export function useTypedWords(): { readonly box: RefCallback<HTMLElement>; readonly areTyped: () => boolean } {
  const before = useRef(new WeakMap<WordField, string>());
  const element = useRef<HTMLElement | null>(null);
  const [stable] = useState(() => {
    const fields = () => element.current?.querySelectorAll<WordField>(wordFields) ?? [];
    // Initial values are recorded when the dialog mounts, and when a field that was added later
    // gets the focus.
    const note = () => fields().forEach((field) => before.current.has(field) || before.current.set(field, field.value));
    return {
      box: (box: HTMLElement | null) => {
        if (box === null) return;
        element.current = box;
        note();
        box.addEventListener("focusin", note);
        return () => {
          box.removeEventListener("focusin", note);
          element.current = null;
        };
      },
      areTyped: () => [...fields()].some((field) => field.value.trim() !== (before.current.get(field) ?? field.value).trim()),
    };
  });
  return stable;
}
