import type { LoaderContext } from "../../loader/start.ts";

/** The elements of `addPageElements`. */
export interface PageElements {
  /** Adds the elements again if the page has removed them. */
  attach(): void;
  remove(): void;
}

/**
 * Adds the elements by which pages of comparable services find, hide and close the chat (WG-235):
 * `body > jdiv`, `#jivo-iframe-container` with the class `jivo-collapsed` or `jivo-expanded`, and
 * `#jivo_close_button`. They are empty and take no space. If the page hides or removes them, the
 * widget is hidden.
 */
export function addPageElements({ button, api }: LoaderContext): PageElements {
  const [root, frame, close] = [1, 2, 3].map(() => document.createElement("jdiv")) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  root.setAttribute("aria-hidden", "true");
  frame.id = "jivo-iframe-container";
  close.id = "jivo_close_button";
  // Through the CSS object model, because policies of pages forbid style attributes (WG-004).
  Object.assign(frame.style, {
    position: "fixed",
    bottom: "0",
    width: "1px",
    height: "1px",
    opacity: "0",
    pointerEvents: "none",
  });
  close.addEventListener("click", () => (api["close"] as () => unknown)());
  frame.append(close);
  root.append(frame);

  let isRemoved = false;
  const updateState = (): void => {
    const isOpen = button.button.getAttribute("aria-expanded") === "true";
    frame.className = `jivo-iframe-container-bottom jivo-state-widget ${isOpen ? "jivo-expanded" : "jivo-collapsed"}`;
  };
  const updateVisibility = (): void => {
    const isHidden = root.isConnected ? frame.getClientRects().length === 0 : isRemoved;
    button.host.style.setProperty("display", isHidden ? "none" : "", "important");
  };
  const attach = (): void => {
    isRemoved = false;
    removals.disconnect();
    if (!root.isConnected) document.body.append(root);
    removals.observe(document.documentElement, { childList: true });
    removals.observe(document.body, { childList: true });
    updateState();
    // The observer reports each newly observed element once. Only it decides whether the page hides
    // the element, because it does not report a size that is back before the next frame.
    sizes.unobserve(frame);
    sizes.observe(frame);
  };
  const removals = new MutationObserver((records) => {
    if (root.isConnected) return;
    // A page that removes this element alone removes the chat. Otherwise it has replaced its body
    // or the content of it, and the widget remains (WG-097).
    isRemoved = records.some(
      ({ removedNodes }) => removedNodes.length === 1 && removedNodes[0] === root,
    );
    if (isRemoved) updateVisibility();
    else attach();
  });
  const states = new MutationObserver(updateState);
  const sizes = new ResizeObserver(updateVisibility);
  states.observe(button.button, { attributeFilter: ["aria-expanded"] });
  attach();
  return {
    attach,
    remove() {
      for (const one of [removals, states, sizes]) one.disconnect();
      root.remove();
      button.host.style.removeProperty("display");
    },
  };
}
