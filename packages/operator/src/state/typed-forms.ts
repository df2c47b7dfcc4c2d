/**
 * Input of a form whose session ended, until the next sign-in. Kept in memory only, because it may
 * hold secrets.
 */
interface Typed {
  readonly operator: number;
  /** Path of the page with the form. */
  readonly path: string;
  readonly values: object;
}
let kept: Typed | null = null;

export function keepTyped(typed: Typed): void {
  kept = typed;
}

/** Returns the stored values once, and clears them. Null for another operator or another page. */
export function takeTyped(operator: number, path: string): object | null {
  const typed = kept;
  kept = null;
  return typed !== null && typed.operator === operator && typed.path === path ? typed.values : null;
}
