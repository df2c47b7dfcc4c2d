import { use, useMemo, type RefObject } from "react";
import { LetterContext } from "../../../ui/conversation/message-contexts.ts";
import type { MessageGroupData } from "../../../ui/conversation/message/message-groups.ts";

interface JumpDeps {
  box: RefObject<HTMLElement | null>;
  groups: readonly MessageGroupData[];
  scrollToIndex: (index: number, options: { align: "center" }) => void;
  /** Makes a group the tab stop. */
  setActive: (key: string) => void;
}
const highlightMs = 1_600;

/** Returns functions that scroll to a message, focus its group and frame it. */
export function useMessageJump({ box, groups, scrollToIndex, setActive }: JumpDeps) {
  const unfold = use(LetterContext)?.unfold;
  return useMemo(() => {
    const findIndex = (seq: number): number =>
      groups.findIndex(({ lines }) =>
        lines.some((line) => "message" in line && line.message.seq === seq),
      );
    return {
      canJump: (seq: number) => findIndex(seq) >= 0,
      jump(seq: number) {
        const index = findIndex(seq);
        const group = groups[index];
        if (!group) return;
        setActive(group.key);
        unfold?.(group.key);
        scrollToIndex(index, { align: "center" });
        requestAnimationFrame(() => {
          box.current
            ?.querySelector<HTMLElement>(`[data-article="${group.key}"]`)
            ?.focus({ preventScroll: true });
          highlight(box.current?.querySelector(`[data-seq="${seq}"]:not(.earlier *)`));
        });
      },
    };
  }, [box, groups, scrollToIndex, setActive, unfold]);
}

function highlight(bubble: Element | null | undefined): void {
  bubble?.animate(
    [{ boxShadow: "0 0 0 2px var(--accent)" }, { boxShadow: "0 0 0 2px transparent" }],
    { duration: highlightMs, easing: "ease-in" },
  );
}
