/**
 * Focuses the first empty field of a new form, or else its main button (CORE-170). Does nothing if
 * a field already has the focus. Does nothing on touch screens, whose keyboard would cover half of
 * the page.
 */
export function focusFirstField(container: HTMLElement | null): void {
  if (
    container === null ||
    isTouchScreen() ||
    document.activeElement?.matches("input, select, textarea") === true
  )
    return;
  const fields = [
    ...container.querySelectorAll<HTMLInputElement>(
      "form input:not([type=radio], [type=checkbox], [type=color], [readonly])",
    ),
  ];
  const target =
    fields.find((field) => field.value === "") ??
    container.querySelector<HTMLElement>(".btn.primary");
  target?.focus();
}

export function isTouchScreen(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
