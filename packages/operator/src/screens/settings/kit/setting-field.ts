/**
 * A labelled field, or a labelled group of fields, of a settings page. It is described by the ids
 * of its texts. Its explanation is the text `<label>.hint`, if there is one.
 */
export interface SettingField {
  readonly label: string;
  /** Text id of the heading of its group. */
  readonly group?: string | undefined;
  /** Name of the tab that contains the field. */
  readonly tab?: string | undefined;
  /**
   * Where the field is: on the page of an existing resource ("one") or of a new one ("new"). If
   * absent, it is on the page itself.
   */
  readonly at?: "one" | "new" | undefined;
}

/** Returns the fields with these labels, which have the same position on the page. */
export const listFields = (
  labels: readonly string[],
  position: Omit<SettingField, "label"> = {},
): readonly SettingField[] => labels.map((label) => ({ label, ...position }));
