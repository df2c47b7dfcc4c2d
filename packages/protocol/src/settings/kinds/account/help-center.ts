import { valueOf } from "../../field.ts";
import { singleKind } from "../../kind.ts";

/** A link in the footer of the help centre, for example to the legal notice. */
export interface HelpLink {
  readonly label: string;
  readonly url: string;
}
const color = { type: "text", format: "color", min: 1 } as const;

/** The public pages with the articles of the account (HELP-010). */
export const helpCenter = singleKind({
  kind: "help_center",
  path: "help-center",
  label: "help centre",
  part: "help_center",
  fields: {
    enabled: { type: "flag", default: true },
    /** null: the name of the account. */
    title: { type: "text", min: 1, max: 100, default: null },
    /** Host name of its own, with a port if there is one. null: only at the installation's. */
    host: { type: "text", format: "host", min: 1, max: 255, default: null, rule: "HELP-011" },
    /** The first one is the language of `/help`. Other languages of articles follow. */
    languages: {
      type: "texts",
      format: "language",
      typed: "words",
      filled: true,
      max: 100,
      ordered: true,
      default: [],
    },
    /** Colours of the light pages. null: those that follow from the colour of the account. */
    colors: {
      type: "group",
      nullable: true,
      fields: { brand: color, on_brand: color, link: color, soft: color, band: color },
      rule: "HELP-012",
    },
    /** Data URLs of square PNG or SVG files, as the logos of widgets (WG-112). */
    logo: { type: "custom", value: valueOf<string>(), default: null, rule: "HELP-013" },
    logo_dark: { type: "custom", value: valueOf<string>(), default: null, rule: "HELP-013" },
    links: { type: "custom", value: valueOf<HelpLink[]>(), default: [] },
    /** Whether search engines may list the pages. */
    index: { type: "flag", default: true },
    /** Public id of the widget whose chat page "Ask us" opens. null: there is no such link. */
    chat_widget_id: { type: "text", min: 1, max: 64, default: null, rule: "HELP-015" },
    /** Whether the chat window suggests articles. */
    in_window: { type: "flag", default: false },
  },
});
