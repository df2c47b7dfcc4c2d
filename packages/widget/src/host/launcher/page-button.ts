import type { LoaderContext } from "../../loader/start.ts";

/** Time after which a page's callback for the closed window has shown the page's own button. */
const closeCallbackMs = 100;

/**
 * Watches whether the visitor can see the page's own button (WG-231), until the page has removed
 * it. Calls `onChange` at once and after each change. Pages hide their button while the window is
 * open, so this does not count.
 */
export function watchPageButton(
  context: LoaderContext,
  button: Element,
  onChange: (isVisible: boolean) => void,
  signal: AbortSignal,
): void {
  let wasVisible: boolean | null = null;
  const check = (): void => {
    if (signal.aborted || context.findPageButton() !== button)
      return observers.forEach((one) => one.disconnect());
    if (context.button.button.getAttribute("aria-expanded") === "true") return;
    const isShown = isVisible(button);
    if (isShown !== wasVisible) onChange((wasVisible = isShown));
  };
  const sizes = new ResizeObserver(check);
  const places = new IntersectionObserver(check);
  const states = new MutationObserver(() => setTimeout(check, closeCallbackMs));
  const observers = [sizes, places, states];
  // A wrapper without a size may contain the button.
  for (const part of [button, ...button.querySelectorAll("*")]) {
    sizes.observe(part);
    places.observe(part);
  }
  // Media queries depend on the size of the document.
  sizes.observe(document.documentElement);
  states.observe(context.button.container, { attributeFilter: ["data-state"] });
  check();
}

/**
 * Returns whether an element or a part of it has a size and a place in the document, and no style
 * hides it.
 */
function isVisible(element: Element): boolean {
  return [element, ...element.querySelectorAll("*")].some((part) => {
    const { width, height, left, right, bottom } = part.getBoundingClientRect();
    return (
      width * height > 0 &&
      right + scrollX > 0 &&
      bottom + scrollY > 0 &&
      left + scrollX < document.documentElement.scrollWidth &&
      getComputedStyle(part).visibility === "visible"
    );
  });
}
