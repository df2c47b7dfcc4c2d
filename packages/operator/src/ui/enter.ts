import type { KeyboardEvent } from "react";

/** For a field that has a button of its own in a form it does not belong to: Enter presses that one, and saves nothing. */
export const onEnter = (press: () => void) => ({
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    press();
  },
});
