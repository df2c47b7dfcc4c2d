/**
 * The input of a form whose session ended, stored until the next sign-in. It is kept only in
 * memory, because it may contain secrets.
 */
interface FormDraft {
  readonly operator: number;
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
