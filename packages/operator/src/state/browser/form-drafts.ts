/**
 * Input of a form whose session ended, until the next sign-in. Kept in memory only, because it may
 * hold secrets.
 */
interface FormDraft {
  readonly operator: number;
  /** Path of the page with the form. */
  readonly path: string;
  readonly values: object;
}
let storedDraft: FormDraft | null = null;

export function saveFormDraft(draft: FormDraft): void {
  storedDraft = draft;
}

/** Returns the stored values once, and clears them. Null for another operator or another page. */
export function takeFormDraft(operator: number, path: string): object | null {
  const draft = storedDraft;
  storedDraft = null;
  return draft !== null && draft.operator === operator && draft.path === path ? draft.values : null;
}
