import type { Channel } from "@parlour/protocol";
import { getConnectorSettings } from "@parlour/protocol/settings/connectors";
import type { Field, Fields } from "@parlour/protocol/settings/field";
import { connector } from "@parlour/protocol/settings/kinds/channels/connector";
import { flattenFields, isFieldShown } from "@parlour/protocol/settings/paths";
import { findText, textById } from "../../../text/index.ts";
import { ChannelOperators } from "../channels/ChannelOperators.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import type { FormValues } from "../kit/kind/form-values.ts";
import type { KindScreen } from "../kit/kind/kind-screen.ts";
import type { ConnectorScreen } from "./connector-screen.ts";
import { t } from "./text.ts";

type Screen = Pick<ConnectorScreen, "kind" | "prefix" | "fields" | "initial" | "icon">;

/**
 * Returns the form of the channels of a service: name, operators, and the settings of the service
 * in the group `settings`. `channel`: the stored one, null if it is new.
 */
export function toConnectorKind(screen: Screen, channel: Channel | null): KindScreen<Channel> {
  const { name, enabled, operators } = connector.fields;
  const settings = mapFields(getConnectorSettings(screen.kind).fields, showFirstChoice);
  const fields: Fields = {
    name,
    enabled,
    operators,
    settings: { type: "group", merge: true, fields: settings },
  };
  return {
    kind: { ...connector, path: "channels", entryKind: screen.kind, fields },
    prefix: "connector",
    icon: screen.icon,
    page: "connectors",
    opensCreated: true,
    getLabelId: (path) =>
      isSetting(path) ? `${screen.prefix}.${toSettingPath(path)}` : `connector.${path}`,
    getHint: (path) => getHint(screen, path, channel),
    initial: mapNames(screen.initial ?? {}),
    sections: [
      { id: "settings", fields: ["name", ...screen.fields.map(toFormName)] },
      { fields: ["operators"], bare: true },
    ],
    controls: {
      operators: ({ form, readOnly }) => (
        <ChannelOperators
          form={form as object as Form<{ operators: number[] }>}
          readOnly={readOnly}
        />
      ),
    },
    findErrors: (values) => findMissing(screen, fields, values, channel === null),
  };
}

const group = "settings.";
const toFormName = (path: string): string => `${group}${path}`;
const isSetting = (name: string): boolean => name.startsWith(group);
const toSettingPath = (name: string): string => name.slice(group.length);
const mapNames = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [toFormName(path), value]));
const mapFields = (fields: Fields, map: (field: Field) => Field): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)]));

/** An absent choice means its first value, so the form has no entry for it. */
const showFirstChoice = (field: Field): Field =>
  field.type === "choice" ? { ...field, default: field.values[0]! } : field;

/** A stored credential is never shown, only its last characters. */
function getHint({ prefix }: Screen, name: string, channel: Channel | null): string | null {
  if (!isSetting(name)) return null;
  const path = toSettingPath(name);
  const end = channel?.secret_hints?.[path];
  if (end !== undefined)
    return end === "" ? t("connector.secret.set") : t("connector.secret", { end });
  return findText(`${prefix}.${path}.hint`, { operator: "{operator}", channel: "{channel}" });
}

/** Returns the errors of needed settings without a value. Stored credentials stay if empty. */
function findMissing(
  screen: Screen,
  fields: Fields,
  values: FormValues,
  isNew: boolean,
): Readonly<Record<string, string>> {
  const byPath = flattenFields(fields);
  return Object.fromEntries(
    screen.fields.flatMap((path) => {
      const name = toFormName(path);
      const field = byPath[name];
      const isNeeded =
        field !== undefined &&
        field.default !== null &&
        (isNew || field.type !== "credential") &&
        isFieldShown(fields, values, name);
      return isNeeded && String(values[name]).trim() === ""
        ? [[name, t("connector.missing", { field: textById(`${screen.prefix}.${path}`) })]]
        : [];
    }),
  );
}
