/** A labelled field or group of fields of a settings page, by the ids of its texts. */
export interface SettingField {
  readonly label: string;
  readonly hint?: string;
  /** Heading of the group that holds the field. */
  readonly group?: string;
  /** The tab of the page that shows the field. */
  readonly tab?: string;
  /** Below the page: the page of one entry, or of a new one. */
  readonly at?: "one" | "new";
}
