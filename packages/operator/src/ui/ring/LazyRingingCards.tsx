import { createElement } from "react";
import { createLazyValue, useLazyValue } from "../loading/lazy-value.ts";

const lazyRingingCards = createLazyValue(() =>
  import("./RingingCards.tsx").then((module) => module.RingingCards),
);

/** Shows the cards and notices for this operator. The component is loaded when the page is idle. */
export function LazyRingingCards({ area }: { area: "list" | "corner" | "conversation" }) {
  const stack = useLazyValue(lazyRingingCards);
  return stack && createElement(stack, { area });
}
