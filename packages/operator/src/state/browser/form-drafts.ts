/** The input of a form whose session ended. It stays in memory, because it may contain secrets. */
interface FormDraft {
  readonly operator: number;
  readonly path: string;
  /** Name of the form, if the page has several. */
  readonly form: string | null;
  readonly values: object;
}
let storedDrafts: readonly FormDraft[] = [];

export function saveFormDraft(draft: FormDraft): void {
  storedDrafts = [...storedDrafts, draft];
}

/** Returns the stored values once. Removes those of other operators and other pages. */
export function takeFormDraft({ operator, path, form }: Omit<FormDraft, "values">): object | null {
  const ofPage = storedDrafts.filter((draft) => draft.operator === operator && draft.path === path);
  storedDrafts = ofPage.filter((draft) => draft.form !== form);
  return ofPage.find((draft) => draft.form === form)?.values ?? null;
}
