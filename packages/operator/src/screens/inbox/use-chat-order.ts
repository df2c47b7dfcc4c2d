import { useState } from "react";
import type { Order } from "../../state/chat-order.ts";
import type { View } from "../../state/live-state.ts";

/** Returns the order of a view, stored on this device. */
export function useChatOrder(view: View): readonly [Order, (order: Order) => void] {
  const [chosen, setChosen] = useState<Readonly<Partial<Record<View, Order>>>>(() => {
    try {
      return JSON.parse(localStorage.getItem("parlour.order") ?? "{}") as Partial<Record<View, Order>>;
    } catch {
      return {};
    }
  });
  const set = (order: Order) => {
    const next = { ...chosen, [view]: order };
    setChosen(next);
    try {
      localStorage.setItem("parlour.order", JSON.stringify(next));
    } catch (error) {
      console.warn("the order could not be kept on this device", error);
    }
  };
  return [chosen[view] ?? (view === "mine" ? "new" : "wait"), set];
}
