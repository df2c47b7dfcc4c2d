import type { RulesPage } from "./deps.ts";

/** The events of a page that rules subscribe to. */
export const pageEvents: Pick<RulesPage, "getScrollPercent" | "onScroll" | "onExit"> = {
  getScrollPercent() {
    const { scrollHeight } = document.documentElement;
    return scrollHeight === 0 ? 0 : Math.floor(((scrollY + innerHeight) / scrollHeight) * 100);
  },
  onScroll: (run) => listen(window, "scroll", run),
  onExit(run) {
    const root = document.documentElement;
    const ends = [
      listen(root, "pointerleave", (event) => {
        const { pointerType, clientY } = event as PointerEvent;
        if (pointerType === "mouse" && clientY <= 0) run(true);
      }),
      listen(root, "pointerenter", () => run(false)),
    ];
    return () => ends.forEach((end) => end());
  },
};

function listen(target: EventTarget, name: string, run: (event: Event) => void): () => void {
  target.addEventListener(name, run, { passive: true });
  return () => target.removeEventListener(name, run);
}
