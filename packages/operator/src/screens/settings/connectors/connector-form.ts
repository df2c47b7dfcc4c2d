import type { ApiError } from "@parlour/client";
import type { Channel } from "@parlour/protocol";
import { getConnectorSettings } from "@parlour/protocol/settings/connectors";
import type { Field } from "@parlour/protocol/settings/field";
import { flattenFields, isFieldShown, readPath } from "@parlour/protocol/settings/paths";
import { textById } from "../../../text/index.ts";
import type { Form } from "../kit/form/use-form.ts";
import type { ConnectorScreen } from "./connector-screen.ts";
import { t } from "./text.ts";

/** The form of a connector: name, operators, and each setting under its path as text. */
export interface ConnectorFormValues {
  name: string;
  operators: number[];
  [setting: `settings.${string}`]: string;
}
export type ConnectorForm = Form<ConnectorFormValues>;
type SettingName = `settings.${string}`;
type FormScreen = Pick<ConnectorScreen, "kind" | "prefix" | "fields" | "initial">;

export const toFormName = (path: string): SettingName => `settings.${path}`;

/** Returns the settings of the form with their declarations, in the order of the form. */
export function listSettings({
  kind,
  fields,
}: FormScreen): readonly { readonly path: string; readonly field: Field }[] {
  const declared = flattenFields(getConnectorSettings(kind).fields);
  return fields.flatMap((path) => {
    const field = declared[path];
    return field === undefined ? [] : [{ path, field }];
  });
}

/** Returns the form values of a channel, or of a new one. Credentials are always empty. */
export function toFormValues(
  screen: FormScreen,
  channel: Pick<Channel, "name" | "operators" | "settings">,
): ConnectorFormValues {
  const values: ConnectorFormValues = {
    name: channel.name,
    operators: channel.operators.toSorted((a, b) => a - b),
  };
  for (const { path, field } of listSettings(screen)) {
    const stored = readPath(channel.settings ?? {}, path);
    const first = field.type === "choice" ? field.values[0] : undefined;
    values[toFormName(path)] =
      typeof stored === "string" || typeof stored === "number"
        ? `${stored}`
        : (screen.initial?.[path] ?? first ?? "");
  }
  return values;
}

export function listShownSettings(screen: FormScreen, values: ConnectorFormValues) {
  const { fields } = getConnectorSettings(screen.kind);
  const byPath = Object.fromEntries(
    screen.fields.map((path) => [path, values[toFormName(path)]] as const),
  );
  return listSettings(screen).filter(({ path }) => isFieldShown(fields, byPath, path));
}

/**
 * Builds `settings` of a request. Empty credentials of an existing channel are left out, because
 * they stay as they are. Settings that are empty or not needed are null for an existing channel.
 */
export function buildSettings(
  screen: FormScreen,
  values: ConnectorFormValues,
  isNew: boolean,
): Readonly<Record<string, unknown>> {
  const shown = new Set(listShownSettings(screen, values).map(({ path }) => path));
  const settings: Record<string, unknown> = {};
  for (const { path, field } of listSettings(screen)) {
    const text = (values[toFormName(path)] ?? "").trim();
    const isEmpty = text === "" || !shown.has(path);
    if (isEmpty && (isNew || field.type === "credential")) continue;
    const value = isEmpty ? null : field.type === "integer" ? Number(text) : text;
    const [group = "", member] = path.split(".");
    if (member === undefined) settings[group] = value;
    else if (!isEmpty) settings[group] = { ...(settings[group] as object), [member]: value };
    // A group without values is removed as a whole.
    else settings[group] ??= null;
  }
  return settings;
}

/** Returns the errors by field before anything is sent. The server validates again. */
export function validateConnector(
  screen: FormScreen,
  values: ConnectorFormValues,
  isNew: boolean,
): Partial<Record<keyof ConnectorFormValues, string>> {
  const missing = listShownSettings(screen, values).flatMap(({ path, field }) => {
    const isNeeded = field.default !== null && (isNew || field.type !== "credential");
    const text = (values[toFormName(path)] ?? "").trim();
    if (text === "" && isNeeded) {
      const label = textById(`${screen.prefix}.${path}`);
      return [[toFormName(path), t("connector.missing", { field: label })] as const];
    }
    return field.type === "integer" && text !== "" && !/^\d+$/.test(text)
      ? [[toFormName(path), t("connector.number")] as const]
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

/** Returns the labels of the fields of the form. */
export const getConnectorLabels = ({
  prefix,
  fields,
}: FormScreen): Readonly<Record<keyof ConnectorFormValues, string>> => ({
  name: t("connector.name"),
  operators: t("connector.operators"),
  ...Object.fromEntries(fields.map((path) => [toFormName(path), textById(`${prefix}.${path}`)])),
});
