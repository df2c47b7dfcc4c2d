/**
 * A labelled field, or a labelled group of fields, of a settings page. It is described by the ids
 * of its texts.
 */
export interface SettingField {
  readonly label: string;
  readonly hint?: string;
  /** Text id of the heading of its group. */
  readonly group?: string;
  /** Name of the tab that contains the field. */
  readonly tab?: string;
  /**
   * Where the field is: on the page of an existing resource ("one") or of a new one ("new"). If
   * absent, it is on the page itself.
   */
  readonly at?: "one" | "new";
}
