import type { RulesPage } from "./deps.ts";

/** The events of a page that rules subscribe to. */
export const pageEvents: Pick<RulesPage, "scrolled" | "onScroll" | "onExit"> = {
  scrolled() {
    const { scrollHeight } = document.documentElement;
    return scrollHeight === 0 ? 0 : Math.floor(((scrollY + innerHeight) / scrollHeight) * 100);
  },
  onScroll: (run) => heard(window, "scroll", run),
  onExit(run) {
    const root = document.documentElement;
    const ends = [
      heard(root, "pointerleave", (event) => {
        const { pointerType, clientY } = event as PointerEvent;
        if (pointerType === "mouse" && clientY <= 0) run(true);
      }),
      heard(root, "pointerenter", () => run(false)),
    ];
    return () => ends.forEach((end) => end());
  },
};

function heard(target: EventTarget, name: string, run: (event: Event) => void): () => void {
  target.addEventListener(name, run, { passive: true });
  return () => target.removeEventListener(name, run);
}
