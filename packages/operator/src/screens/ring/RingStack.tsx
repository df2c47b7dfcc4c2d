import { createElement } from "react";
import { later, useLater } from "../../ui/later.ts";

const stackPart = later(() => import("./Stack.tsx").then((module) => module.Stack));

/** What asks for this operator now and what they should know. Comes when the page has time. */
export function RingStack({ place }: { place: "list" | "corner" | "talk" }) {
  const stack = useLater(stackPart);
  return stack && createElement(stack, { place });
}
