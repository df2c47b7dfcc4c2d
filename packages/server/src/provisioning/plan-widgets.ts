import type { ConfigFile, WidgetConfigFile } from "@parlour/protocol/config";
import { defaultWidgetSettings, type WidgetSettings } from "@parlour/protocol/widget-settings";
import { validateWidgetSettings } from "../core/visitor/widget-settings.ts";
import { createWidgetChannel, setIdentitySecret, updateChannel } from "../store/settings/channel.ts";
import { departmentIds, type ProvisionedWidget } from "../store/settings/provision-widget.ts";
import type { Present } from "../store/settings/provision.ts";
import { changes, operatorId, randomText, type Difference, type Target } from "./difference.ts";
import type { Step } from "./document.ts";
import { detailOf, leavingChannel, operatorEmails, planFound, sameEmails } from "./plan-found.ts";
import type { Reading } from "./read-integrations.ts";

/** A widget of a file (CFG-021). */
export interface WantedWidget {
  /** Index in `channels`. */
  readonly n: number;
  readonly name: string;
  /** null: generated. The widget is then matched by name. */
  readonly publicId: string | null;
  readonly enabled: boolean;
  /** Emails. */
  readonly operators: readonly string[];
  /** All settings. Departments are listed separately by name. */
  readonly settings: Omit<WidgetSettings, "departments">;
  readonly departments: readonly string[];
  /** null: the file does not change it. */
  readonly identitySecret: string | null;
}

/**
 * Parses the widgets of a file: fills defaults and validates them like the API. Without
 * `operators`, all operators of the file who answer chats receive the chats.
 */
export function readWidgets(config: ConfigFile, { fault, secret }: Reading): readonly WantedWidget[] {
  const answering = (config.operators ?? []).filter((one) => one.role !== "developer" && one.role !== "viewer").map((one) => one.email);
  return (config.channels ?? []).flatMap((channel, n): WantedWidget[] => {
    if (channel.kind !== "widget") return [];
    const at: readonly Step[] = ["channels", n];
    const {
      kind: _kind,
      name,
      public_id: publicId,
      enabled,
      operators = answering,
      departments = [],
      identity_secret: clear,
      identity_secret_env: env,
      ...given
    } = channel;
    const { departments: _none, ...standard } = defaultWidgetSettings;
    const settings = { ...standard, ...given };
    const wrong = validateWidgetSettings({ ...settings, departments: [] });
    if (wrong !== null)
      fault([...at, ...wrong.part.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step))], wrong.fault, "WG-090");
    if (channel.operators === undefined && answering.length === 0)
      fault([...at, "operators"], "is missing, and the file names nobody who answers chats", "WG-090");
    const identitySecret = secret(at, "identity_secret", clear, env);
    if (identitySecret !== null && identitySecret.length < 32)
      fault([...at, "identity_secret_env"], "must hold 32 characters or more", "WG-047");
    return [{ n, name, publicId: publicId ?? null, enabled: enabled ?? true, operators, settings, departments, identitySecret }];
  });
}

/** Plans the widgets, matched by public id or, without one, by name. Runs after the departments. */
export function planWidgets(
  wanted: readonly WantedWidget[],
  present: Present,
  open: (sealed: Buffer) => string,
): { differences: Difference[]; gone: Difference[] } {
  return planFound(wanted, present.widgets, {
    isFound: (widget, p) => (widget.publicId === null ? p.name === widget.name : p.publicId === widget.publicId),
    coming,
    changing: (widget, found) => changing(widget, found, present, open),
    leaving: (found) => leavingChannel("widget", found),
  });
}

function coming(widget: WantedWidget): Difference {
  const publicId = widget.publicId ?? randomText(10);
  return {
    sign: "+",
    subject: `widget ${widget.name}`,
    detail: "",
    kind: "channel",
    run: async (to) => {
      const id = await createWidgetChannel(to.tx, to.account, {
        name: widget.name,
        publicId,
        enabled: widget.enabled,
        widget: await settingsIn(to, widget),
        managed: true,
        operators: widget.operators.map((email) => operatorId(to, email)),
        createdBy: null,
        now: to.now,
      });
      if (id === null) throw new Error(`the public id ${publicId} was taken meanwhile`);
      if (widget.identitySecret !== null) await setIdentitySecret(to.tx, to.account, id, widget.identitySecret, to.secrets.seal);
      to.channels.set(publicId, id);
      return id;
    },
  };
}

function changing(widget: WantedWidget, found: ProvisionedWidget, present: Present, open: (sealed: Buffer) => string): Difference | null {
  const newSecret =
    widget.identitySecret !== null && (found.identitySecret === null || open(found.identitySecret) !== widget.identitySecret);
  const detail = detailOf(
    found,
    changes(
      sorted({
        ...found.settings,
        name: found.name,
        enabled: found.enabled,
        departments: namesOf(found, present),
        operators: operatorEmails(found, present),
      }),
      sorted({
        ...widget.settings,
        name: widget.name,
        enabled: widget.enabled,
        departments: widget.departments.map((name) => name.toLowerCase()),
        operators: sameEmails(widget.operators),
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
    run: async (to) => {
      await updateChannel(to.tx, to.account, found.id, {
        name: widget.name,
        enabled: widget.enabled,
        widget: await settingsIn(to, widget),
        managed: true,
        operators: widget.operators.map((email) => operatorId(to, email)),
      });
      if (newSecret) await setIdentitySecret(to.tx, to.account, found.id, widget.identitySecret, to.secrets.seal);
      return found.id;
    },
  };
}

/**
 * Exports the account's widgets with settings that differ from the default (CFG-024). `variable`
 * returns the environment variable of a secret.
 */
export function exportWidgets(
  present: Present,
  variable: (kind: string, name: string, n: number) => string,
  emailsOf: (ids: readonly number[]) => string[],
): WidgetConfigFile[] {
  return present.widgets.map((widget, n) => {
    const { departments: _ids, ...settings } = widget.settings;
    const own = Object.entries(settings).filter(([key, value]) => {
      const standard = (defaultWidgetSettings as Readonly<Record<string, unknown>>)[key];
      return JSON.stringify(sorted(value)) !== JSON.stringify(sorted(standard));
    });
    const departments = widget.settings.departments.flatMap((id) => present.integrations.departments.find((d) => d.id === id)?.name ?? []);
    return {
      kind: "widget",
      name: widget.name,
      public_id: widget.publicId,
      enabled: widget.enabled,
      operators: emailsOf(widget.operators),
      ...(departments.length === 0 ? {} : { departments }),
      ...Object.fromEntries(own),
      ...(widget.identitySecret === null ? {} : { identity_secret_env: variable("IDENTITY_SECRET", widget.name, n) }),
    };
  });
}

async function settingsIn(to: Target, { settings, departments }: WantedWidget): Promise<WidgetSettings> {
  const known = await departmentIds(to.tx, to.account);
  const ids = departments.map((name) => {
    const id = known.get(name.toLowerCase());
    if (id === undefined) throw new Error(`no department ${name}`);
    return id;
  });
  return { ...settings, departments: ids };
}
/** Returns the lower-case names of offered departments. Deleted departments are left out. */
function namesOf({ settings }: ProvisionedWidget, present: Present): string[] {
  return settings.departments.flatMap((id) => present.integrations.departments.find((d) => d.id === id)?.name.toLowerCase() ?? []);
}
/** Sorts keys, because the database has its own order. */
function sorted<T>(value: T): T {
  if (Array.isArray(value)) return value.map((one: unknown) => sorted(one)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]: [string, unknown]) => [key, sorted(part)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) as T;
}
