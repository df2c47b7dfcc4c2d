import type { ApiError } from "@parlour/client";
import type { Channel } from "@parlour/protocol";
import type {
  FieldMode,
  WidgetLanguage,
  WidgetSettings,
  WidgetTexts,
} from "@parlour/protocol/entity/widget/widget-settings";
import { toHoursValues, toApiHours, type HoursValues } from "../../hours/hours-form.ts";

/** Form values of a widget, with one key per field. A list is a text with one entry per line. */
export interface WidgetFormValues {
  name: string;
  operators: number[];
  origins: string;
  departments: number[];
  language: WidgetLanguage | "";
  /** Working hours of the widget, or null for the account's hours. */
  hours: HoursValues | null;
  hidden_urls: string;
  hidden_countries: string;
  hidden_devices: WidgetSettings["hidden"]["devices"];
  accent: string;
  scheme: WidgetSettings["scheme"];
  side: WidgetSettings["side"];
  offset: string;
  offset_bottom: string;
  radius: number;
  launcher: WidgetSettings["launcher"];
  header: WidgetSettings["header"];
  logo: WidgetSettings["logo"];
  show_operators: boolean;
  texts: WidgetSettings["texts"];
  open_on_reply: boolean;
  title_badge: boolean;
  teaser_text: boolean;
  sound: boolean;
  contacts_when: WidgetSettings["contacts"]["when"];
  contacts_name: FieldMode;
  contacts_email: FieldMode;
  contacts_phone: FieldMode;
  contacts_description: FieldMode;
  consent_url: string;
  files: boolean;
  file_kinds: WidgetSettings["file_kinds"];
  rating: boolean;
  transcript: boolean;
  typing_preview: boolean;
  offline_enabled: boolean;
  offline_name: FieldMode;
  offline_email: FieldMode;
  offline_phone: FieldMode;
  calls: boolean;
  prefixes: string;
  analytics_ids: boolean;
  per_visit: string;
  after_close_min: string;
}
export type FieldName = keyof WidgetFormValues;

/** Tabs of the form in display order, each with its fields. */
export const tabs = {
  general: [
    "name",
    "origins",
    "operators",
    "departments",
    "language",
    "hours",
    "hidden_urls",
    "hidden_countries",
    "hidden_devices",
  ],
  look: [
    "accent",
    "scheme",
    "side",
    "offset",
    "offset_bottom",
    "radius",
    "launcher",
    "header",
    "logo",
    "show_operators",
    "texts",
    "open_on_reply",
    "teaser_text",
    "title_badge",
    "sound",
  ],
  form: [
    "contacts_when",
    "contacts_name",
    "contacts_email",
    "contacts_phone",
    "contacts_description",
    "consent_url",
    "files",
    "file_kinds",
    "rating",
    "transcript",
    "typing_preview",
    "per_visit",
    "after_close_min",
  ],
  offline: ["offline_enabled", "offline_name", "offline_email", "offline_phone"],
  calls: ["calls"],
  api: ["prefixes", "analytics_ids"],
} as const satisfies Record<string, readonly FieldName[]>;
export type TabName = keyof typeof tabs;
export const tabNames = Object.keys(tabs) as TabName[];

export const getTab = (field: string): TabName =>
  tabNames.find((tab) => (tabs[tab] as readonly string[]).includes(field)) ?? "general";

/** Settings with the same value in the form and in the API. */
const plainFields = [
  "departments",
  "scheme",
  "side",
  "radius",
  "launcher",
  "header",
  "logo",
  "show_operators",
  "open_on_reply",
  "title_badge",
  "teaser_text",
  "sound",
  "files",
  "file_kinds",
  "rating",
  "transcript",
  "typing_preview",
  "calls",
  "analytics_ids",
] as const satisfies readonly (keyof WidgetSettings & FieldName)[];

function pickKeys<T, K extends keyof T>(source: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<T, K>;
}

export function toFormValues({
  name,
  operators,
  widget,
}: Pick<Channel, "name" | "operators"> & { widget: WidgetSettings }): WidgetFormValues {
  const { contacts, offline, hidden, invitations } = widget;
  return {
    name,
    operators: operators.toSorted((a, b) => a - b),
    origins: widget.origins.join("\n"),
    ...pickKeys(widget, plainFields),
    language: widget.language ?? "",
    hours: widget.hours === null ? null : toHoursValues(widget.hours),
    hidden_urls: hidden.urls.join("\n"),
    hidden_countries: hidden.countries.join(" "),
    hidden_devices: hidden.devices,
    accent: widget.accent,
    offset: String(widget.offset),
    offset_bottom: String(widget.offset_bottom),
    texts: widget.texts,
    ...prefixFields("contacts", contacts),
    consent_url: widget.consent_url ?? "",
    ...prefixFields("offline", offline),
    prefixes: widget.prefixes.join(" "),
    per_visit: String(invitations.per_visit),
    after_close_min: String(invitations.after_close_min),
  };
}

/** Converts the parts of a setting to separate fields such as `contacts_name`. */
function prefixFields<P extends string, T extends object>(prefix: P, parts: T) {
  const entries = Object.entries(parts).map(([name, value]) => [`${prefix}_${name}`, value]);
  return Object.fromEntries(entries) as { [K in keyof T & string as `${P}_${K}`]: T[K] };
}

/**
 * Converts form values to settings. Replaces an invalid number or colour with its default, so that
 * the preview always works.
 */
export function toWidgetSettings(values: WidgetFormValues): WidgetSettings {
  return {
    ...pickKeys(values, plainFields),
    prefixes: parseList(values.prefixes),
    origins: parseLines(values.origins),
    accent: /^#[0-9a-f]{6}$/i.test(values.accent) ? values.accent : "#0B6B5D",
    offset: parseNumber(values.offset, 24),
    offset_bottom: parseNumber(values.offset_bottom, 24),
    language: values.language === "" ? null : values.language,
    texts: removeEmptyTexts(values.texts),
    hours: values.hours === null ? null : toApiHours(values.hours),
    contacts: {
      when: values.contacts_when,
      name: values.contacts_name,
      email: values.contacts_email,
      phone: values.contacts_phone,
      description: values.contacts_description,
    },
    consent_url: values.consent_url.trim() === "" ? null : values.consent_url.trim(),
    offline: {
      enabled: values.offline_enabled,
      name: values.offline_name,
      email: values.offline_email,
      phone: values.offline_phone,
    },
    hidden: {
      urls: parseLines(values.hidden_urls),
      countries: parseList(values.hidden_countries).map((country) => country.toUpperCase()),
      devices: values.hidden_devices,
    },
    invitations: {
      per_visit: parseNumber(values.per_visit, 1),
      after_close_min: parseNumber(values.after_close_min, 0),
    },
  };
}

const parseNumber = (text: string, fallback: number): number =>
  /^\d{1,5}$/.test(text.trim()) ? Number(text) : fallback;

/**
 * Returns the request body for the changed fields. If a part of a setting has changed, the body
 * contains the whole setting.
 */
export function toPatchBody(
  values: WidgetFormValues,
  changed: readonly FieldName[],
): Record<string, unknown> {
  const settings = toWidgetSettings(values);
  const keys = new Set(
    changed.filter((key) => key !== "name" && key !== "operators").map(getSetting),
  );
  return {
    ...(changed.includes("name") && { name: values.name.trim() }),
    ...(changed.includes("operators") && { operators: values.operators }),
    ...(keys.size > 0 && {
      widget: Object.fromEntries([...keys].map((key) => [key, settings[key]])),
    }),
  };
}

/**
 * Returns the form field for a server error. For example, `widget.hidden.countries.0` belongs to
 * `hidden_countries`.
 */
export function mapWidgetErrorField(error: Pick<ApiError, "field">): FieldName | null {
  const path = (error.field ?? "").split(/[./[\]]+/).filter((part) => part !== "");
  if (path[0] !== "widget") return path[0] === "name" || path[0] === "operators" ? path[0] : null;
  const [, key = "", part = ""] = path;
  const nested = `${key}_${part}`;
  if (tabNames.some((tab) => (tabs[tab] as readonly string[]).includes(nested)))
    return nested as FieldName;
  if (key === "invitations") return part === "after_close_min" ? part : "per_visit";
  if (key === "contacts") return "contacts_when";
  if (key === "offline") return "offline_enabled";
  if (key === "hidden") return "hidden_urls";
  return tabNames.some((tab) => (tabs[tab] as readonly string[]).includes(key))
    ? (key as FieldName)
    : null;
}

function getSetting(field: FieldName): keyof WidgetSettings {
  if (field === "per_visit" || field === "after_close_min") return "invitations";
  for (const setting of ["contacts", "offline", "hidden"] as const)
    if (field.startsWith(`${setting}_`)) return setting;
  return field as keyof WidgetSettings;
}

/** Removes empty texts, so that the widget shows the defaults. */
function removeEmptyTexts(texts: WidgetSettings["texts"]): WidgetSettings["texts"] {
  return Object.fromEntries(
    Object.entries(texts)
      .map(
        ([language, languageTexts]) =>
          [
            language,
            Object.fromEntries(
              Object.entries(languageTexts as WidgetTexts).filter(([, text]) => text.trim() !== ""),
            ),
          ] as const,
      )
      .filter(([, languageTexts]) => Object.keys(languageTexts).length > 0),
  );
}

export function parseLines(text: string): string[] {
  return [
    ...new Set(
      text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    ),
  ];
}
export function parseList(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ""))];
}
/**
 * Returns whether the text is a site origin such as `https://shop.example` or
 * `https://*.shop.example` (WG-006).
 */
export function isSiteOrigin(text: string): boolean {
  const match = /^(https?:\/\/)(?:\*\.)?([^/*?#@\s]+)\/?$/i.exec(text);
  return match !== null && URL.canParse(`${match[1] ?? ""}${match[2] ?? ""}`);
}
