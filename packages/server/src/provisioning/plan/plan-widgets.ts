import type { WidgetConfigFile } from "@parlour/protocol/config";
import {
  defaultWidgetSettings,
  type WidgetSettings,
} from "@parlour/protocol/entity/widget/widget-settings";
import { generatePublicId } from "../../auth/secrets.ts";
import { createChannel, updateChannel } from "../../store/settings/channels/channel-changes.ts";
import type { ChannelRecord } from "../../store/settings/channels/channel.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import {
  createStoreContext,
  describeChanges,
  createRowIds,
  getOperatorId,
  type PlannedChange,
  type ApplyContext,
} from "./planned-change.ts";
import {
  joinDetails,
  planChannelRemoval,
  toOperatorEmails,
  planNamedResources,
  normalizeEmails,
} from "./plan-named-resources.ts";
import { sortKeys } from "../../settings/sort-keys.ts";
import type { DesiredWidget } from "./parse-widgets.ts";

/**
 * Plans the widgets. They are matched by public id, or by name if the file contains no public id.
 * Runs after the departments.
 */
export function planWidgets(
  desired: readonly DesiredWidget[],
  current: CurrentSettings,
  unseal: (sealed: Buffer) => string,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  return planNamedResources(desired, current.widgets, {
    isSame: (widget, p) =>
      widget.publicId === null
        ? p.values.name === widget.name
        : p.values.public_id === widget.publicId,
    planCreation,
    planUpdate: (widget, existing) => planUpdate(widget, existing, current, unseal),
    planRemoval: (existing) => planChannelRemoval("widget", existing),
  });
}

function planCreation(widget: DesiredWidget): PlannedChange {
  const publicId = widget.publicId ?? generatePublicId();
  return {
    sign: "+",
    subject: `widget ${widget.name}`,
    detail: "",
    kind: "channel",
    run: async (context) => {
      const row = {
        ...toFields(context, widget),
        kind: "widget" as const,
        public_id: publicId,
        identity_secret: widget.identitySecret ?? undefined,
      };
      const id = await createChannel(context.tx, context.account, row, createStoreContext(context));
      if (id === null) throw new Error(`the public ID ${publicId} was taken in the meantime`);
      context.ids.channel.set(publicId, id);
      return id;
    },
  };
}

function planUpdate(
  widget: DesiredWidget,
  existing: ChannelRecord,
  current: CurrentSettings,
  unseal: (sealed: Buffer) => string,
): PlannedChange | null {
  const stored = existing.secrets["identity_secret"];
  const newSecret =
    widget.identitySecret !== null &&
    (stored === undefined || unseal(stored.stored) !== widget.identitySecret);
  const detail = joinDetails(
    existing,
    describeChanges(
      sortKeys({
        ...existing.values.widget,
        name: existing.values.name,
        enabled: existing.values.enabled,
        departments: departmentNames(existing, current),
        operators: toOperatorEmails(existing.values, current),
      }),
      sortKeys({
        ...widget.settings,
        name: widget.name,
        enabled: widget.enabled,
        departments: widget.departments.map((name) => name.toLowerCase()),
        operators: normalizeEmails(widget.operators, current),
      }),
    ),
    newSecret ? "identity_secret" : "",
  );
  if (detail === "") return null;
  return {
    sign: "~",
    subject: `widget ${widget.name}`,
    detail,
    kind: "channel",
    run: async (context) => {
      const change = {
        ...toFields(context, widget),
        identity_secret: newSecret ? widget.identitySecret : undefined,
      };
      const key = { account: context.account, id: existing.id };
      await updateChannel(context.tx, key, change, createStoreContext(context));
      return existing.id;
    },
  };
}

/**
 * Exports the account's widgets, with settings that differ from the default (CFG-024). `variable`
 * returns the environment variable for a secret.
 */
export function exportWidgets(
  current: CurrentSettings,
  variable: (kind: string, name: string, n: number) => string,
  emailsOf: (ids: readonly number[]) => string[],
): WidgetConfigFile[] {
  return current.widgets.map(({ values, secrets }, n) => {
    const { departments: ids, ...settings } = values.widget ?? defaultWidgetSettings;
    const changedSettings = Object.entries(settings).filter(([key, value]) => {
      const defaultValue = (defaultWidgetSettings as Readonly<Record<string, unknown>>)[key];
      return JSON.stringify(sortKeys(value)) !== JSON.stringify(sortKeys(defaultValue));
    });
    const departments = ids.flatMap(
      (id) => current.departments.find((d) => d.id === id)?.values.name ?? [],
    );
    return {
      kind: "widget",
      name: values.name,
      public_id: values.public_id,
      enabled: values.enabled,
      operators: emailsOf(values.operators),
      ...(departments.length === 0 ? {} : { departments }),
      ...Object.fromEntries(changedSettings),
      ...(secrets["identity_secret"] === undefined
        ? {}
        : { identity_secret_env: variable("IDENTITY_SECRET", values.name, n) }),
    };
  });
}

const toFields = (context: ApplyContext, widget: DesiredWidget) => ({
  name: widget.name,
  enabled: widget.enabled,
  widget: resolveSettings(context, widget),
  managed: true,
  operators: widget.operators.map((email) => getOperatorId(context, email)),
});
const resolveSettings = (
  context: ApplyContext,
  { settings, departments }: DesiredWidget,
): WidgetSettings => ({
  ...settings,
  departments: departments.map(createRowIds(context).department),
});
/**
 * Returns the lower-case names of the departments that the widget offers. Omits deleted
 * departments.
 */
function departmentNames(
  { values: { widget } }: ChannelRecord,
  current: CurrentSettings,
): string[] {
  return (widget?.departments ?? []).flatMap(
    (id) => current.departments.find((d) => d.id === id)?.values.name.toLowerCase() ?? [],
  );
}
