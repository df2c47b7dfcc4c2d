import { useState } from "react";
import type { ChatOrder } from "../../../state/inbox/chat-order.ts";
import type { View } from "../../../state/live-state.ts";

/** Returns the order of a view, stored on this device. */
export function useChatOrder(view: View): readonly [ChatOrder, (order: ChatOrder) => void] {
  const [chosen, setChosen] = useState<Readonly<Partial<Record<View, ChatOrder>>>>(() => {
    try {
      return JSON.parse(localStorage.getItem("parlour.order") ?? "{}") as Partial<
        Record<View, ChatOrder>
      >;
    } catch {
      return {};
    }
  });
  const set = (order: ChatOrder) => {
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
