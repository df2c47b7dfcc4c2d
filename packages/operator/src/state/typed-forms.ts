/** What stood typed in a form when its session ended, until somebody signs in. In memory only: it may hold secrets. */
interface Typed {
  readonly operator: number;
  /** Of the page with the form. */
  readonly path: string;
  readonly values: object;
}
let kept: Typed | null = null;

export function keepTyped(typed: Typed): void {
  kept = typed;
}

/** The values for this person on this page, once; whoever comes elsewhere, or as somebody else, ends their time. */
export function takeTyped(operator: number, path: string): object | null {
  const typed = kept;
  kept = null;
  return typed !== null && typed.operator === operator && typed.path === path ? typed.values : null;
}
