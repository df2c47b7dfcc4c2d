/** What the server computes from a widget's settings, so that the loader needs no code for it. */
export interface LoaderValues {
  /** Colour of the text on the accent (widget.md, "Accent"). */
  readonly on_accent: string;
  /** Pattern of the origins whose pages show the widget (WG-006). Absent: all. */
  readonly sites?: string | undefined;
}
