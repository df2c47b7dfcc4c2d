/**
 * Focuses the first empty field of a new form, or its main button (CORE-170). Not if a field has
 * the focus, nor on touch screens, whose keyboard covers the page.
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

/**
 * Focuses the first field of a dialog. In a group of radio buttons this is the chosen one. Does
 * nothing if an element of the dialog already has the focus, and on touch screens.
 */
export function focusFirstDialogField(body: HTMLElement | null): void {
  if (body === null || isTouchScreen() || body.contains(document.activeElement)) return;
  const first = body.querySelector<HTMLElement>(
    "input:not([type=hidden], [hidden], [type=checkbox], :disabled, [readonly]), select:not(:disabled), textarea:not(:disabled, [readonly])",
  );
  const chosen =
    first instanceof HTMLInputElement && first.type === "radio"
      ? body.querySelector<HTMLElement>(`input[name="${CSS.escape(first.name)}"]:checked`)
      : null;
  (chosen ?? first)?.focus();
}

export function isTouchScreen(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
