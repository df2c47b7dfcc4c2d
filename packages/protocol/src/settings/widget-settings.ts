import type { LoaderValues } from "../entity/widget/loader-values.ts";
import type { FieldObject } from "../field-kinds.ts";
import type { ValueRules } from "../field-values.ts";
import type { LocalizedField } from "../localized-field.ts";
import { widget, type WidgetTexts } from "./kinds/channels/widget.ts";
import { listDefaults } from "./paths.ts";
import type { Values } from "./values.ts";

/** Settings of a site widget (WG-090, CFG-021), and the part that its script contains. */

export { widgetLanguages, type WidgetLanguage } from "../entity/widget/languages.ts";
export type { WidgetTexts };
const { fields } = widget.fields.widget;
export type WidgetSettings = Values<typeof fields>;
export type WidgetSettingsPatch = Partial<WidgetSettings>;
export type FieldMode = WidgetSettings["contacts"]["name"];
/** Settings that limit invitations (WG-054). */
export interface InvitationLimits {
  readonly invitations: WidgetSettings["invitations"];
  readonly invitation_pause_h: number;
}
export const defaultWidgetSettings = listDefaults(fields) as WidgetSettings;

/** A field, as the forms of a widget show it (WG-264). */
export interface FormField extends ValueRules, LocalizedField {
  readonly object: FieldObject;
  readonly key: string;
  readonly required: boolean;
}

/** All public settings, so that the button appears without another request. */
export interface WidgetScriptConfig
  extends
    LoaderValues,
    Omit<WidgetSettings, "hours" | "logo" | "file_kinds" | "voice" | "origins" | "chat_page"> {
  /** URL of the logo. null: none. */
  readonly logo: string | null;
  readonly id: string;
  readonly name: string;
  /** Absent if visitors do not record voice messages. */
  readonly voice?: boolean | undefined;
  /** `accept` of the file picker. Absent: every kind (CORE-167). */
  readonly accept?: string | undefined;
  /** Fields that the forms ask for (WG-264). Absent if there are none. */
  readonly fields?: readonly FormField[] | undefined;
  /** Whether the window shows articles (WG-310). Absent if it does not. */
  readonly articles?: boolean | undefined;
  /** Base URL of the chat window, socket and uploads (CFG-012), without a trailing slash. */
  readonly base: string;
  /** Whether `setUserToken` accepts only signed identities (WG-047). */
  readonly signed?: boolean;
  /** URL of the chat window's page. */
  readonly frame: string;
  /** The account's triggers for this widget, in the format of WG-050. */
  readonly rules: readonly unknown[];
  /** Whether a rule can hide the widget. It then appears after the first check of the rules. */
  readonly hides?: boolean | undefined;
  /** Preview of unsaved settings. The chat window opens no connection and simulates the server. */
  readonly preview?: {
    readonly mode: "online" | "offline";
    readonly departments: WidgetPreview["departments"];
    readonly operators?: WidgetPreview["operators"];
  };
}

/** Data that the chat page (WG-300) receives from the server with its HTML. */
export interface ChatPageData {
  readonly face: WidgetScriptConfig;
  /** URL of the page that the chat starts on. null: the chat page. */
  readonly page: string | null;
  /** Values of the signed parameter `fields` (WG-303). */
  readonly fields: Readonly<Record<string, string | number | boolean | string[]>> | null;
}

/**
 * Message of the settings page to the iframe `/widget-preview`. The settings page posts it after
 * `preview-ready`. The iframe posts `preview-shown` after rendering.
 */
export interface WidgetPreview {
  readonly type: "preview";
  readonly name: string;
  readonly settings: WidgetSettings;
  readonly departments: readonly { readonly id: number; readonly name: string }[];
  readonly operators: readonly { readonly name: string; readonly photo: string }[];
  readonly view: "label" | "chat" | "call" | "offline";
  /** Whether the page has a dark colour scheme. */
  readonly dark: boolean;
  readonly language: string;
}
