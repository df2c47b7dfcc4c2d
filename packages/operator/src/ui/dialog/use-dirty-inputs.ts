import { useRef, useState, type RefCallback } from "react";

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/**
 * Fields whose text takes effort to write. Searches, times, passwords and codes are quickly typed
 * again.
 */
const textFieldSelector =
  'textarea, input:is(:not([type]), [type="text"], [type="email"], [type="tel"], [type="url"]):not([autocomplete="one-time-code"])';

/** Tracks whether a field inside `box` differs from its value before the first input. */
export function useDirtyInputs(): {
  readonly box: RefCallback<HTMLElement>;
  readonly isDirty: () => boolean;
} {
  const initialValues = useRef(new WeakMap<TextInput, string>());
  const element = useRef<HTMLElement | null>(null);
  const [stable] = useState(() => {
    const fields = () => element.current?.querySelectorAll<TextInput>(textFieldSelector) ?? [];
    // Initial values are recorded when the dialog mounts, and when a field that was added later
    // gets the focus.
    const recordValues = () =>
      fields().forEach(
        (field) =>
          initialValues.current.has(field) || initialValues.current.set(field, field.value),
      );
    return {
      box: (box: HTMLElement | null) => {
        if (box === null) return;
        element.current = box;
        recordValues();
        box.addEventListener("focusin", recordValues);
        return () => {
          box.removeEventListener("focusin", recordValues);
          element.current = null;
        };
      },
      isDirty: () =>
        [...fields()].some(
          (field) =>
            field.value.trim() !== (initialValues.current.get(field) ?? field.value).trim(),
        ),
    };
  });
  return stable;
}
