/** Moves the focus to the next pane of the page (F6): rail, list, conversation, panel. */
export function focusNextPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(".rail, [data-pane]")].filter(
    (pane) => pane.offsetParent !== null || pane.classList.contains("rail"),
  );
  if (panes.length === 0) return;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(at + step + panes.length) % panes.length];
  const findVisible = (selector: string) =>
    [...(next?.querySelectorAll<HTMLElement>(selector) ?? [])].find((element) => element.checkVisibility());
  (findVisible("[data-pane-focus]") ?? findVisible('[tabindex="0"], a[href], button, textarea, input'))?.focus();
}
