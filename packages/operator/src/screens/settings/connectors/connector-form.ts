import type { ApiError } from "@parlour/client";
import type { Channel } from "@parlour/protocol";
import type { Form } from "../kit/form/use-form.ts";
import type { KindScreen, SettingField } from "./kind-screen.ts";
import { t } from "./text.ts";

/** The form of a connector: name, operators, and each setting under its path as text. */
export interface ConnectorFormValues {
  name: string;
  operators: number[];
  [setting: `settings.${string}`]: string;
}
export type ConnectorForm = Form<ConnectorFormValues>;
type SettingName = `settings.${string}`;

export const toFormName = (name: string): SettingName => `settings.${name}`;

/** Returns the form values of a channel, or of a new one. Secrets are always empty. */
export function toFormValues(
  { fields }: Pick<KindScreen, "fields">,
  channel: Pick<Channel, "name" | "operators" | "settings">,
): ConnectorFormValues {
  const values: ConnectorFormValues = {
    name: channel.name,
    operators: channel.operators.toSorted((a, b) => a - b),
  };
  for (const field of fields) {
    const stored = readPath(channel.settings ?? {}, field.name);
    values[toFormName(field.name)] =
      typeof stored === "string" || typeof stored === "number"
        ? `${stored}`
        : (field.initial ?? "");
  }
  return values;
}

const readPath = (settings: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null
          ? (value as Readonly<Record<string, unknown>>)[key]
          : undefined,
      settings,
    );

export const listShownFields = (
  { fields }: Pick<KindScreen, "fields">,
  values: ConnectorFormValues,
): readonly SettingField[] =>
  fields.filter(({ isShown }) => isShown?.((name) => values[toFormName(name)] ?? "") ?? true);

/**
 * Builds `settings` of a request. Empty secrets of an existing channel are left out, because they
 * stay as they are. Settings that are empty or not needed are null for an existing channel.
 */
export function buildSettings(
  screen: Pick<KindScreen, "fields">,
  values: ConnectorFormValues,
  isNew: boolean,
): Readonly<Record<string, unknown>> {
  const shown = new Set(listShownFields(screen, values));
  const settings: Record<string, unknown> = {};
  for (const field of screen.fields) {
    const text = (values[toFormName(field.name)] ?? "").trim();
    const isEmpty = text === "" || !shown.has(field);
    if (isEmpty && (isNew || field.type === "secret")) continue;
    const value = isEmpty ? null : field.type === "number" ? Number(text) : text;
    const [group = "", member] = field.name.split(".");
    if (member === undefined) settings[group] = value;
    else if (!isEmpty) settings[group] = { ...(settings[group] as object), [member]: value };
    // A group without values is removed as a whole.
    else settings[group] ??= null;
  }
  return settings;
}

/** Returns the errors by field before anything is sent. The server validates again. */
export function validateConnector(
  screen: Pick<KindScreen, "fields">,
  values: ConnectorFormValues,
  isNew: boolean,
): Partial<Record<keyof ConnectorFormValues, string>> {
  const missing = listShownFields(screen, values).flatMap((field) => {
    const isNeeded = field.isOptional !== true && (isNew || field.type !== "secret");
    const text = (values[toFormName(field.name)] ?? "").trim();
    if (text === "" && isNeeded)
      return [[toFormName(field.name), t("connector.missing", { field: field.label() })] as const];
    return field.type === "number" && text !== "" && !/^\d+$/.test(text)
      ? [[toFormName(field.name), t("connector.number")] as const]
      : [];
  });
  return {
    ...Object.fromEntries(missing),
    ...((values.name.trim() === "" || Array.from(values.name).length > 100) && {
      name: t("connector.name.missing"),
    }),
    ...(values.operators.length === 0 && { operators: t("connector.operators.missing") }),
  };
}

/** Returns the form field that a server error belongs to, or null. */
export function mapConnectorErrorField(
  values: ConnectorFormValues,
  { field }: ApiError,
): keyof ConnectorFormValues | null {
  if (field === null) return null;
  if (Object.hasOwn(values, field)) return field as SettingName;
  return field.startsWith("operators") ? "operators" : null;
}
