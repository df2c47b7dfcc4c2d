import { createElement } from "react";
import { later, useLater } from "../../ui/later.ts";

const stackPart = later(() => import("./Stack.tsx").then((module) => module.Stack));

/** Shows the cards and notices for this operator. Loaded when the page is idle. */
export function RingStack({ place }: { place: "list" | "corner" | "talk" }) {
  const stack = useLater(stackPart);
  return stack && createElement(stack, { place });
}
