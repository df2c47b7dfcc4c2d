import { canTestChats } from "@parlour/protocol/conditions/segments";
import { toReplyName } from "../settings/content/canned-reply.ts";
import type { CurrentSettings } from "./current-settings.ts";
import type {
  FileReference,
  ReferencedKind,
  ResourceTypes,
  RowNames,
  StoredResource,
} from "../settings/resource.ts";
import { listsInOrder, type ListEntries } from "../settings/list-resources.ts";
import type { PathStep } from "./document.ts";
import { completeBots } from "./plan/plan-bot-providers.ts";
import { toReferenceKey, type ApplyContext } from "./plan/planned-change.ts";
import type { DesiredSettings } from "./read.ts";

/** How entries of a provisioning file name rows of other resources: by email, public id or name. */

/**
 * Returns the names of the account's rows. `active`: only active operators have one. `named`: those
 * who answer all channels have none, because channels do not name them (CORE-322, CFG-130).
 */
export function createRowNames(
  current: CurrentSettings,
  { active = false, named = false }: { readonly active?: boolean; readonly named?: boolean } = {},
): RowNames {
  const { operators, channels, widgets, connectors, replies } = current;
  const emails = operators
    .filter((o) => (o.active || !active) && !(named && o.channels === "all"))
    .map((o) => [o.id, o.email] as const);
  const toNames = (rows: readonly (Named & { readonly id: number })[]) =>
    toLookup(new Map(rows.map(({ id, values }) => [id, values.name ?? ""])));
  const department = toNames(current.departments);
  const toName = ({ values }: CurrentSettings["replies"][number]): string =>
    toReplyName({ ...values, department_id: department(values.department_id ?? 0) ?? null });
  return {
    operator: toLookup(new Map(emails)),
    channel: toLookup(
      new Map([...channels, ...widgets, ...connectors].map((c) => [c.id, c.values.public_id])),
    ),
    department,
    tag: toNames(current.tags),
    role: toNames(current.roles),
    bot: toNames(current.bots),
    webhook: toLookup(new Map(current.webhooks.map(({ id, values }) => [id, values.url]))),
    macro: toNames(current.macros),
    segment: toNames(current.segments),
    view: toNames(current.views),
    canned_reply: toLookup(new Map(replies.map((reply) => [reply.id, toName(reply)]))),
    article_section: toNames(current.articleSections),
  };
}
interface Named {
  readonly values: { readonly name: string | null };
}

/** Returns the ids of the account's rows by their names, as `ApplyContext` has them. */
export function createRowIndex(current: CurrentSettings): ApplyContext["ids"] {
  const names = createRowNames(current);
  const { operators, channels, widgets, connectors, departments, tags, roles, bots, replies } =
    current;
  const toIndex = (kind: ReferencedKind, rows: readonly { readonly id: number }[]) =>
    new Map(rows.map(({ id }) => [toReferenceKey(kind, names[kind](id) ?? ""), id]));
  return {
    operator: toIndex("operator", operators),
    channel: toIndex("channel", [...channels, ...widgets, ...connectors]),
    department: toIndex("department", departments),
    tag: toIndex("tag", tags),
    role: toIndex("role", roles),
    bot: toIndex("bot", bots),
    webhook: toIndex("webhook", current.webhooks),
    macro: toIndex("macro", current.macros),
    segment: toIndex("segment", current.segments),
    view: toIndex("view", current.views),
    canned_reply: toIndex("canned_reply", replies),
    article_section: toIndex("article_section", current.articleSections),
  };
}
const toLookup =
  (names: ReadonlyMap<number, string>) =>
  (id: number): string | undefined =>
    names.get(id);

type ReportError = (path: readonly PathStep[], message: string) => void;
/** Reports a reference to a row that neither the file nor the account has. */
export type CheckReference = (reference: FileReference) => void;

/** Creates the check of references. Paths are those of the whole file. */
export function createReferenceCheck(
  desired: DesiredSettings,
  current: CurrentSettings,
  reportError: ReportError,
): CheckReference {
  const toSet = (names: readonly (string | null)[]): ReadonlySet<string> =>
    new Set(names.flatMap((name) => name?.toLowerCase() ?? []));
  const listIds = (
    entries: readonly { readonly values: { readonly public_id: string | null } }[],
  ): string[] => entries.flatMap(({ values }) => values.public_id ?? []);
  const widgets = listIds([...desired.widgets, ...current.widgets]);
  const channels = listIds([
    ...desired.channels,
    ...desired.connectors,
    ...current.channels,
    ...current.connectors,
  ]);
  const emails = [...desired.operators, ...current.operators.filter((o) => o.active)];
  const toNames = (...lists: readonly (readonly Named[])[]) =>
    toSet(lists.flat().map(({ values }) => values.name));
  const fields = [...desired.fields, ...current.fields];
  const bots = completeBots(desired.bots, desired.providers, current.providers);
  const names = createRowNames(current);
  const replies = [
    ...desired.replies.map(({ values }) => toReplyName(values)),
    ...current.replies.map(({ id }) => names.canned_reply(id) ?? null),
  ];
  const known = {
    operator: toSet(emails.map((o) => o.email)),
    department: toNames(desired.departments, current.departments),
    role: toNames(desired.roles, current.roles),
    tag: toNames(desired.tags, current.tags),
    bot: toNames(bots, current.bots),
    webhook: toSet([...desired.webhooks, ...current.webhooks].map(({ values }) => values.url)),
    macro: toNames(desired.macros, current.macros),
    segment: toNames(
      [...desired.segments, ...current.segments].filter(({ values }) => canTestChats(values.if)),
    ),
    view: toNames(desired.views, current.views),
    canned_reply: toSet(replies),
    article_section: toNames(desired.articleSections, current.articleSections),
    field: toSet(fields.map(({ values }) => `${values.object}.${values.key}`)),
    channel: new Set([...widgets, ...channels]),
    widget: new Set(widgets),
  };
  return ({ kind, name, path }) => {
    // A macro may run those before it in the file, so that none runs itself (ACT-024).
    const later = desired.macros.slice(
      kind === "macro" && path[0] === "macros" ? Number(path[1]) : Infinity,
    );
    if (later.some(({ values }) => values.name.toLowerCase() === name.toLowerCase()))
      return reportError(path, `the macro ${name} must be before this one in the file`);
    const isPublicId = kind === "channel" || kind === "widget";
    if (known[kind].has(isPublicId ? name : name.toLowerCase())) return;
    const label = isPublicId ? `${kind} with public_id` : (labels[kind] ?? kind);
    reportError(path, `no ${label} ${name} in this file or account`);
  };
}

const labels: Partial<Record<FileReference["kind"], string>> = {
  article_section: "article section",
  canned_reply: "quick reply",
  segment: "segment without visitor.chats and visitor.last_chat_at",
};

export const toChannelId = ({
  n,
  values,
}: {
  readonly n: number;
  readonly values: { readonly public_id: string | null };
}) => ({
  n,
  publicId: values.public_id,
});

export function checkReferences<T extends ResourceTypes>(
  { file }: StoredResource<T>,
  entries: readonly T["entry"][],
  check: CheckReference,
): void {
  entries.forEach((entry, n) => {
    const at = [file.part, file.indexOf?.(entry) ?? n];
    file
      .references?.(entry)
      .forEach((reference) => check({ ...reference, path: [...at, ...reference.path] }));
  });
}

export function checkListReferences(entries: ListEntries, check: CheckReference): void {
  for (const [name, resource] of listsInOrder) checkReferences(resource, entries[name], check);
}
