import { useRef, useState, type RefCallback } from "react";

type WordField = HTMLInputElement | HTMLTextAreaElement;

/** Fields in which somebody words something; a search, a time, a password and a code are typed again in a moment. */
const wordFields =
  'textarea, input:is(:not([type]), [type="text"], [type="email"], [type="tel"], [type="url"]):not([autocomplete="one-time-code"])';

/** Whether a field inside `box` holds other words than before anybody typed there. */
export function useTypedWords(): { readonly box: RefCallback<HTMLElement>; readonly areTyped: () => boolean } {
  const before = useRef(new WeakMap<WordField, string>());
  const element = useRef<HTMLElement | null>(null);
  const [stable] = useState(() => {
    const fields = () => element.current?.querySelectorAll<WordField>(wordFields) ?? [];
    // Before typing stands either the dialog's beginning or the way into a field that came later.
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
