import { createElement } from "react";
import { later, useLater } from "../../ui/later.ts";

const lazyRingingCards = later(() => import("./RingingCards.tsx").then((module) => module.RingingCards));

/** Shows the cards and notices for this operator. Loaded when the page is idle. */
export function RingingStack({ place }: { place: "list" | "corner" | "talk" }) {
  const stack = useLater(lazyRingingCards);
  return stack && createElement(stack, { place });
}
