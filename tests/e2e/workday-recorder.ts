import type { BrowserContext, Page } from "playwright-core";

/**
 * Records in an operator's page when messages become visible, how fast it responds to input, and
 * whether the focus moves without input.
 */
export interface PageRecording {
  /**
   * By marker in a message (`v017.2`): time of the first paint, and time since the last input
   * before it.
   */
  readonly words: Readonly<Record<string, { readonly at: number; readonly afterHand: number }>>;
  /** From the input that opened a chat to the paint of its conversation. */
  readonly opened: readonly number[];
  /**
   * Time from each interaction to the next paint, as the browser measures it. Interactions under 16
   * ms are not reported.
   */
  readonly interactions: readonly number[];
  /** Changes of the focus while the page got no input. */
  readonly moved: readonly string[];
  /** Long tasks of the page, ms each (over 50). */
  readonly stalls: readonly number[];
}

export async function recordPage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window !== window.top) return;
    const words: Record<string, { at: number; afterHand: number }> = {};
    const opened: number[] = [];
    const spans = new Map<number, number>();
    const moved: string[] = [];
    const stalls: number[] = [];
    let lastInputAt = 0;
    let isPaused = false;
    let shownChat = "";
    for (const name of ["pointerdown", "keydown"])
      addEventListener(name, (event) => (lastInputAt = performance.timeOrigin + event.timeStamp), {
        capture: true,
        passive: true,
      });
    const name = (element: Element | null): string =>
      element === null || element === document.body
        ? "the page"
        : `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.textContent.slice(0, 40)}`;
    let lastFocused: Element | null = null;
    /** A focused element that is removed fires no event. */
    const compare = (): void => {
      if (!isPaused || document.activeElement === lastFocused) return;
      moved.push(`from ${name(lastFocused)} to ${name(document.activeElement)}`);
      lastFocused = document.activeElement;
    };
    addEventListener("focusin", compare, true);
    const painted = (then: () => void): void => void requestAnimationFrame(() => setTimeout(then));
    const find = (text: string): void => {
      for (const [word] of text.matchAll(/\b[a-z]\d{3}\.\d+\b/g)) {
        if (word in words) continue;
        const timing = { at: 0, afterHand: 0 };
        words[word] = timing;
        const since = lastInputAt;
        painted(() =>
          Object.assign(timing, {
            at: Date.now(),
            afterHand: performance.timeOrigin + performance.now() - since,
          }),
        );
      }
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "characterData") find(target.textContent ?? "");
        else for (const node of addedNodes) find(node.textContent ?? "");
      }
      compare();
      const conversation = document.querySelector<HTMLElement>("section.conversation");
      const id = conversation?.dataset["chat"] ?? "";
      if (id === shownChat || conversation?.querySelector("[data-article]") == null) return;
      shownChat = id;
      const since = lastInputAt;
      if (since > 0) painted(() => opened.push(performance.timeOrigin + performance.now() - since));
    }).observe(document, { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if ((entry.interactionId ?? 0) > 0)
          spans.set(
            entry.interactionId ?? 0,
            Math.max(entry.duration, spans.get(entry.interactionId ?? 0) ?? 0),
          );
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) =>
      stalls.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: "longtask",
      buffered: true,
    });
    Object.assign(window, {
      shift: {
        hands(isOff: boolean) {
          compare();
          isPaused = isOff;
          lastFocused = document.activeElement;
        },
        read: () => ({ words, opened, interactions: [...spans.values()], moved, stalls }),
      },
    });
  });
}

interface RecorderWindow {
  readonly shift: { hands(off: boolean): void; read(): PageRecording };
}
/**
 * Reports focus changes until `resumeInteraction`: the page gets no input meanwhile, so its focus
 * must not move.
 */
export const pauseInteraction = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as RecorderWindow).shift.hands(true));
export const resumeInteraction = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as RecorderWindow).shift.hands(false));
export const readRecording = (page: Page): Promise<PageRecording> =>
  page.evaluate(() => (window as unknown as RecorderWindow).shift.read());

/** Formats as `p50 12, p99 80, most 95 ms of 300`. */
export function formatPercentiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms of ${sorted.length}`;
}
