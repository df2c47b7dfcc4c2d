/** Frames in which inserted content reaches its height. */
const maxFrames = 30;
const inputs = ["wheel", "touchstart", "keydown", "pointerdown"] as const;
let current: AbortController | null = null;

/**
 * Leaves an element of the conversation where it is on screen while content above or below it
 * opens or closes, until the reader does something else. An element above the window comes to its
 * upper edge. The end of a short list can still move.
 */
export function watchPosition(element: Element | null): void {
  const list = element?.closest<HTMLElement>(".log");
  const slot = element?.closest(".slot");
  if (!element || !list || !slot) return;
  const top = Math.max(element.getBoundingClientRect().top, list.getBoundingClientRect().top);
  current?.abort();
  const watch = new AbortController();
  current = watch;
  for (const input of inputs)
    document.addEventListener(input, () => watch.abort(), { signal: watch.signal, capture: true });
  const correct = (): void => {
    const moved = element.getBoundingClientRect().top - top;
    if (Math.abs(moved) >= 1) list.scrollTop += moved;
  };
  let frames = 0;
  const correctNextFrames = (): void => {
    if (watch.signal.aborted) return;
    correct();
    if (++frames < maxFrames) requestAnimationFrame(correctNextFrames);
    else watch.abort();
  };
  requestAnimationFrame(correctNextFrames);
  // The list corrects its own position when a size changes. This observer is called after that of
  // the list, and before the frame is painted.
  const observer = new ResizeObserver(correct);
  observer.observe(slot);
  // Meanwhile the list does not follow its end (useStickToBottom).
  list.dataset["held"] = "";
  watch.signal.addEventListener("abort", () => {
    observer.disconnect();
    delete list.dataset["held"];
    // A list that became shorter can be at its end without a scroll event.
    list.dispatchEvent(new Event("scroll"));
  });
}
