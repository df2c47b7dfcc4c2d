import type { WidgetSettings } from "./widget-settings-schema.ts";

/**
 * Default settings of a widget (WG-090). Plain values, because tests of the chat window use them
 * too.
 */
export const defaultWidgetSettings: WidgetSettings = {
  prefixes: ["widget"],
  origins: [],
  accent: "#0B6B5D",
  side: "right",
  offset: 24,
  offset_bottom: 24,
  radius: 14,
  launcher: "round",
  header: "colour",
  logo: null,
  show_operators: true,
  scheme: "page",
  language: null,
  texts: {},
  departments: [],
  hours: null,
  contacts: { when: "off", name: "optional", email: "optional", phone: "off", description: "off" },
  consent_url: null,
  offline: { enabled: true, name: "optional", email: "required", phone: "optional" },
  calls: false,
  files: true,
  file_kinds: [],
  rating: true,
  sound: true,
  transcript: true,
  typing_preview: false,
  open_on_reply: false,
  title_badge: false,
  teaser_text: true,
  analytics_ids: false,
  hidden: { urls: [], countries: [], devices: [] },
  invitations: { per_visit: 1, after_close_min: 0 },
};
