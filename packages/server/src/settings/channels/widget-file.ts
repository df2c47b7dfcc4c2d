import type { WidgetConfigFile } from "@parlour/protocol/config";
import {
  defaultWidgetSettings,
  type WidgetSettings,
} from "@parlour/protocol/entity/widget/widget-settings";
import { validateWidgetSettings } from "../../core/visitor/widget-settings.ts";
import {
  createChannel,
  deleteChannel,
  updateChannel,
} from "../../store/settings/channels/channel-changes.ts";
import {
  listChannels,
  type ChannelChange,
  type ChannelRecord,
} from "../../store/settings/channels/channel.ts";
import type { FileHelpers, StoredResource } from "../resource.ts";
import { sortKeys } from "../sort-keys.ts";
import {
  compareEmails,
  listOperators,
  readChannelValues,
  toChannelValues,
  type ChannelEntry,
} from "./channel-entry.ts";

/** A widget of a file (CFG-021). */
interface WidgetEntry extends ChannelEntry {
  /** Settings without the departments, which the file contains by name. */
  readonly settings: Omit<WidgetSettings, "departments">;
  readonly departments: readonly string[];
  /** null: the file does not change the secret. "": a row has one. */
  readonly identitySecret: string | null;
}
interface WidgetFields extends ChannelChange {
  readonly name: string;
  readonly public_id: string;
  readonly operators: readonly number[];
}
const { departments: _none, ...defaults } = defaultWidgetSettings;

/** Site widgets in the provisioning file (CFG-021, WG-090). */
export const widgetResource: StoredResource<{
  fields: WidgetFields;
  row: ChannelRecord;
  body: object;
  api: object;
  entry: WidgetEntry;
}> = {
  shape: { kind: "channel", path: "channels", texts: {} },
  store: {
    list: async (reader, account) =>
      (await listChannels(reader, account)).filter(({ kind }) => kind === "widget"),
    create: (tx, account, fields, context) =>
      createChannel(tx, account, { ...fields, kind: "widget" }, context),
    update: async (tx, key, change, context) =>
      (await updateChannel(tx, key, change, context)) ? "done" : "not_found",
    remove: (tx, account, id, { now }) => deleteChannel(tx, account, id, now),
  },
  newFields: () => ({}),
  file: {
    part: "channels",
    indexOf: ({ n }) => n,
    read: ({ channels = [], operators = [] }, helpers) => {
      const answering = operators
        .filter(({ role }) => role !== "developer" && role !== "viewer")
        .map(({ email }) => email);
      return channels.flatMap((channel, n) =>
        channel.kind === "widget" ? [readWidget(channel, n, answering, helpers)] : [],
      );
    },
    write: ({ values, settings, departments, identitySecret }, variable) => ({
      kind: "widget",
      ...values,
      ...(departments.length > 0 && { departments }),
      ...pickChanged(settings),
      ...(identitySecret !== null && {
        identity_secret_env: variable("IDENTITY_SECRET", values.name),
      }),
    }),
    keyOf: ({ key }) => key,
    subject: ({ values }) => `widget ${values.name}`,
    compared: ({ values: { name, enabled, operators }, settings, departments }) =>
      sortKeys({
        ...settings,
        name,
        enabled,
        departments: departments.map((department) => department.toLowerCase()),
        operators: compareEmails(operators),
      }),
    secrets: [
      {
        name: "identity_secret",
        ofEntry: ({ identitySecret }) => identitySecret,
        ofRow: ({ secrets }) => secrets["identity_secret"]?.stored ?? null,
      },
    ],
    toEntry(row, names) {
      const { departments, ...settings } = row.values.widget ?? defaultWidgetSettings;
      return {
        n: -1,
        key: row.values.public_id,
        values: toChannelValues(row, names),
        settings,
        departments: departments.flatMap((id) => names.department(id) ?? []),
        identitySecret: row.secrets["identity_secret"] === undefined ? null : "",
      };
    },
    toFields: ({ key, values, settings, departments, identitySecret }, ids, isChanged) => ({
      name: values.name,
      public_id: key,
      enabled: values.enabled,
      operators: values.operators.map(ids.operator),
      widget: { ...settings, departments: departments.map(ids.department) },
      identity_secret: isChanged("identity_secret") ? (identitySecret ?? undefined) : undefined,
    }),
    references: (entry) => [
      ...listOperators(entry),
      ...entry.departments.map(
        (name, n) => ({ kind: "department", name, path: ["departments", n] }) as const,
      ),
    ],
  },
};

/** Returns the settings that differ from the default. */
const pickChanged = (settings: WidgetEntry["settings"]): object =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => {
      const normal = (defaults as Readonly<Record<string, unknown>>)[name];
      return JSON.stringify(sortKeys(value)) !== JSON.stringify(sortKeys(normal));
    }),
  );

/**
 * Reads an entry. Fills in defaults and validates the settings as the API does. Without
 * `operators`, all operators of the file who can answer chats receive the chats.
 */
function readWidget(
  channel: WidgetConfigFile,
  n: number,
  answering: readonly string[],
  { reportError, secret }: FileHelpers,
): WidgetEntry {
  const at = ["channels", n] as const;
  const {
    kind: _1,
    name: _2,
    public_id: _3,
    enabled: _4,
    operators = answering,
    ...rest
  } = channel;
  const { departments = [], identity_secret, identity_secret_env, ...given } = rest;
  const settings = { ...defaults, ...given };
  const error = validateWidgetSettings({ ...settings, departments: [] });
  if (error !== null) {
    const path = error.part.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    reportError([...at, ...path], error.fault, "WG-090");
  }
  if (channel.operators === undefined && answering.length === 0)
    reportError(
      [...at, "operators"],
      "is missing, and the file has no operators who can answer chats",
      "WG-090",
    );
  const identitySecret = secret(at, "identity_secret", identity_secret, identity_secret_env);
  if (identitySecret !== null && identitySecret.length < 32)
    reportError([...at, "identity_secret_env"], "must have at least 32 characters", "WG-047");
  const values = readChannelValues(channel, operators);
  return { n, key: String(values.public_id), values, settings, departments, identitySecret };
}
