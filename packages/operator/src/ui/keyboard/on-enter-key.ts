import type { KeyboardEvent } from "react";

/**
 * Returns props for a field with a button of its own inside another form. Enter presses that button
 * and does not submit the form.
 */
export const onEnterKey = (press: () => void) => ({
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    press();
  },
});
