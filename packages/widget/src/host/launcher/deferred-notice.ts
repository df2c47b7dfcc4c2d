import type { LoaderContext } from "../../loader/start.ts";

/**
 * Returns the function that shows or hides the notice of `window-notice.ts`. The file of the notice
 * is loaded when it is first shown.
 */
export function createDeferredNotice(context: LoaderContext): (isShown: boolean) => void {
  let notice: Promise<(isShown: boolean) => void> | null = null;
  return (isShown) => {
    if (isShown)
      notice ??= import("./window-notice.ts").then(({ createWindowNotice }) =>
        createWindowNotice(context),
      );
    notice?.then(
      (show) => show(isShown),
      // The file did not load. The next attempt to open the window loads it again.
      () => (notice = null),
    );
  };
}
