/**
 * Focuses the first empty field of a form, else its main button, when the form appears (CORE-170). Keeps the focus of a field.
 * Touch screens are left alone: their keyboard would cover half of the page.
 */
export function focusFirst(place: HTMLElement | null): void {
  if (place === null || isTouchScreen() || document.activeElement?.matches("input, select, textarea") === true) return;
  const fields = [...place.querySelectorAll<HTMLInputElement>("form input:not([type=radio], [type=checkbox], [type=color], [readonly])")];
  const target = fields.find((field) => field.value === "") ?? place.querySelector<HTMLElement>(".btn.primary");
  target?.focus();
}

export function isTouchScreen(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
