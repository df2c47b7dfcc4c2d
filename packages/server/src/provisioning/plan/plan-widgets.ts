import type { WidgetConfigFile } from "@parlour/protocol/config";
import {
  defaultWidgetSettings,
  type WidgetSettings,
} from "@parlour/protocol/entity/widget/widget-settings";
import { generatePublicId } from "../../auth/secrets.ts";
import {
  createWidgetChannel,
  setIdentitySecret,
  updateChannel,
} from "../../store/settings/channels/channel-changes.ts";
import type { ChannelRecord } from "../../store/settings/channels/channel.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import {
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
      widget.publicId === null ? p.name === widget.name : p.publicId === widget.publicId,
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
      const id = await createWidgetChannel(context.tx, context.account, {
        name: widget.name,
        publicId,
        enabled: widget.enabled,
        widget: resolveSettings(context, widget),
        managed: true,
        operators: widget.operators.map((email) => getOperatorId(context, email)),
        createdBy: null,
        now: context.now,
      });
      if (id === null) throw new Error(`the public ID ${publicId} was taken in the meantime`);
      if (widget.identitySecret !== null)
        await setIdentitySecret(
          context.tx,
          { account: context.account, id },
          widget.identitySecret,
          context.secrets.seal,
        );
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
  const newSecret =
    widget.identitySecret !== null &&
    (existing.sealedIdentitySecret === null ||
      unseal(existing.sealedIdentitySecret) !== widget.identitySecret);
  const detail = joinDetails(
    existing,
    describeChanges(
      sortKeys({
        ...existing.widget,
        name: existing.name,
        enabled: existing.enabled,
        departments: departmentNames(existing, current),
        operators: toOperatorEmails(existing, current),
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
      await updateChannel(context.tx, context.account, existing.id, {
        name: widget.name,
        enabled: widget.enabled,
        widget: resolveSettings(context, widget),
        managed: true,
        operators: widget.operators.map((email) => getOperatorId(context, email)),
      });
      if (newSecret)
        await setIdentitySecret(
          context.tx,
          { account: context.account, id: existing.id },
          widget.identitySecret,
          context.secrets.seal,
        );
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
  return current.widgets.map((widget, n) => {
    const { departments: ids, ...settings } = widget.widget ?? defaultWidgetSettings;
    const changedSettings = Object.entries(settings).filter(([key, value]) => {
      const defaultValue = (defaultWidgetSettings as Readonly<Record<string, unknown>>)[key];
      return JSON.stringify(sortKeys(value)) !== JSON.stringify(sortKeys(defaultValue));
    });
    const departments = ids.flatMap(
      (id) => current.departments.find((d) => d.id === id)?.name ?? [],
    );
    return {
      kind: "widget",
      name: widget.name,
      public_id: widget.publicId,
      enabled: widget.enabled,
      operators: emailsOf(widget.operators),
      ...(departments.length === 0 ? {} : { departments }),
      ...Object.fromEntries(changedSettings),
      ...(widget.sealedIdentitySecret === null
        ? {}
        : { identity_secret_env: variable("IDENTITY_SECRET", widget.name, n) }),
    };
  });
}

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
function departmentNames({ widget }: ChannelRecord, current: CurrentSettings): string[] {
  return (widget?.departments ?? []).flatMap(
    (id) => current.departments.find((d) => d.id === id)?.name.toLowerCase() ?? [],
  );
}
