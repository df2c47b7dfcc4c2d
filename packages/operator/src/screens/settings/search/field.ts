/** A labelled field or group of fields of a settings page, by its text ids. */
export interface SettingField {
  readonly label: string;
  readonly hint?: string;
  /** Text id of the group's heading. */
  readonly group?: string;
  /** The tab that contains the field. */
  readonly tab?: string;
  /** Where the field is below the list page: on the page of one resource, or of a new one. */
  readonly at?: "one" | "new";
}
