import { fileKinds } from "../../../entity/file-kinds.ts";
import type { WorkingHours } from "../../../entity/hours.ts";
import { widgetLanguages, type WidgetLanguage } from "../../../entity/widget/languages.ts";
import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** The account's own texts in one language. An absent text has its default. */
export interface WidgetTexts {
  title?: string;
  label?: string;
  greeting?: string;
  offline?: string;
  call?: string;
  consent?: string;
}
const modes = ["off", "optional", "required"] as const;
const mode = (value: (typeof modes)[number]) =>
  ({ type: "choice", values: modes, default: value }) as const;

/** Keys of the fields of visitors that a form asks for, in its order (WG-264). */
const formFields = {
  type: "texts",
  filled: true,
  max: 20,
  length: 40,
  ordered: true,
  default: [],
  rule: "WG-264",
} as const;

/** Site widgets (WG-090, CFG-021). */
export const widget = listKind({
  kind: "channel",
  path: "channels",
  label: "widget",
  table: "channel",
  part: "channels",
  entryKind: "widget",
  key: "public_id",
  fields: {
    name: { type: "text", min: 1, max: 100 },
    /** null: Parlour generates it, and the file finds the widget by its name. */
    public_id: { type: "text", format: "widget_id", exact: true, only: "file", default: null },
    enabled: { type: "flag", default: true, exported: "always", rule: "CH-110" },
    /** Operators who receive the chats. Absent in the file: all who can answer. */
    operators: {
      type: "references",
      to: "operator",
      min: 1,
      max: 1000,
      required: true,
      default: [],
      exported: "always",
      elsewhere: true,
    },
    widget: {
      type: "group",
      merge: true,
      flatInFile: true,
      fields: {
        /** Prefixes of the script API (WG-003). The first one is in the code for pages. */
        prefixes: {
          type: "texts",
          format: "script_prefix",
          min: 1,
          max: 5,
          ordered: true,
          typed: "words",
          default: ["widget"],
          rule: "WG-003",
        },
        /** Allowed sites (WG-006). Empty: all. */
        origins: {
          type: "texts",
          format: "origin",
          filled: true,
          max: 50,
          length: 255,
          ordered: true,
          typed: "lines",
          default: [],
          rule: "WG-090",
        },
        accent: { type: "text", format: "color", min: 1, default: "#0B6B5D", rule: "WG-090" },
        side: { type: "choice", values: ["right", "left"], default: "right" },
        offset: { type: "integer", min: 0, max: 200, default: 24 },
        offset_bottom: { type: "integer", min: 0, max: 200, default: 24 },
        radius: { type: "integer", min: 0, max: 24, default: 14 },
        /** `none`: there is no button, and the page opens the chat window itself (WG-095). */
        launcher: { type: "choice", values: ["round", "pill", "none"], default: "round" },
        header: { type: "choice", values: ["colour", "plain"], default: "colour" },
        logo: { type: "custom", value: valueOf<string>(), default: null },
        /** Whether first names and photos of operators are shown before the chat (WG-113). */
        show_operators: { type: "flag", default: true },
        scheme: { type: "choice", values: ["light", "dark", "page"], default: "page" },
        /** null: the language of the page, or else of the browser (WG-089). */
        language: { type: "choice", values: widgetLanguages, default: null },
        texts: {
          type: "custom",
          value: valueOf<{ [L in WidgetLanguage]?: WidgetTexts }>(),
          default: {},
        },
        departments: {
          type: "references",
          to: "department",
          max: 50,
          ordered: true,
          default: [],
        },
        /** null: the working hours of the account (CORE-091). */
        hours: { type: "custom", value: valueOf<WorkingHours>(), default: null },
        /** Contact form (WG-080). `during`: while the chat is open. */
        contacts: {
          type: "group",
          fields: {
            when: { type: "choice", values: ["off", "before", "during"], default: "off" },
            name: mode("optional"),
            email: mode("optional"),
            phone: mode("off"),
            description: mode("off"),
          },
        },
        contact_fields: formFields,
        consent_url: { type: "text", format: "url", max: 2048, default: null, rule: "WG-090" },
        offline: {
          type: "group",
          fields: {
            enabled: { type: "flag", default: true },
            name: mode("optional"),
            email: mode("required"),
            phone: mode("optional"),
          },
        },
        offline_fields: formFields,
        calls: { type: "flag", default: false },
        files: { type: "flag", default: true },
        file_kinds: { type: "choices", values: fileKinds, default: [] },
        /** Whether visitors can record voice messages (VOICE-020). */
        voice: { type: "flag", default: false },
        rating: { type: "flag", default: true },
        sound: { type: "flag", default: true },
        transcript: { type: "flag", default: true },
        typing_preview: { type: "flag", default: false },
        open_on_reply: { type: "flag", default: false },
        title_badge: { type: "flag", default: false },
        teaser_text: { type: "flag", default: true },
        /** Whether the widget reads the cookies `_ga` and `_ym_uid` of the page (WH-026). */
        analytics_ids: { type: "flag", default: false },
        hidden: {
          type: "group",
          fields: {
            urls: {
              type: "texts",
              filled: true,
              max: 50,
              length: 255,
              repeats: true,
              typed: "lines",
              default: [],
            },
            countries: {
              type: "texts",
              format: "country",
              max: 250,
              repeats: true,
              typed: "words",
              default: [],
            },
            devices: {
              type: "choices",
              values: ["desktop", "mobile", "tablet"],
              max: 3,
              default: [],
            },
          },
        },
        invitations: {
          type: "group",
          fields: {
            per_visit: { type: "integer", min: 0, max: 100, default: 1 },
            after_close_min: { type: "integer", min: 0, max: 10_080, default: 0 },
          },
        },
        /** The chat alone on a page (WG-300). */
        chat_page: {
          type: "group",
          fields: {
            enabled: { type: "flag", default: true },
            /** null: the name of the widget. */
            title: { type: "text", min: 1, max: 100, default: null },
            /** Whether search engines may list the page. */
            index: { type: "flag", default: false },
            /** What is before the first message (WG-306). */
            opens_with: {
              type: "choice",
              values: ["greeting_and_articles", "greeting"],
              default: "greeting_and_articles",
            },
          },
        },
        /** Hours without another invitation after one was shown. A year at most. */
        invitation_pause_h: { type: "integer", min: 0, max: 8_760, default: 0 },
      },
    },
    /** Secret of signed identities (WG-047). The API generates it on a route of its own. */
    identity_secret: { type: "secret", format: "identity", optional: true },
  },
});
