import type { KeyboardEvent } from "react";

/**
 * Returns props for a field that has its own button inside another form. Enter presses that button
 * and does not submit the form.
 */
export const onEnterKey = (press: () => void) => ({
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    press();
  },
});
