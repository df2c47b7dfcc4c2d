import type { Field, Fields } from "@parlour/protocol/settings/field";
import { getChatSegment } from "../core/field/account-facts.ts";
import { refuse } from "../core/failure.ts";
import type { Sql } from "../store/database/sql.ts";
import { findExistingSections } from "../store/settings/content/article-section.ts";
import { findActiveOperators } from "../store/settings/channels/channel-changes.ts";
import { findExistingChannels } from "../store/settings/integrations/endpoint-changes.ts";
import type { CheckContext } from "./resource.ts";

/** Throws if an id is not an active operator of the account. */
export const assertActiveOperators = async (
  tx: Sql,
  account: number,
  ids: readonly number[],
  field = "operators",
): Promise<void> =>
  refuseUnknown(ids, await findActiveOperators(tx, account, ids), "an active operator", field);

/** Throws if a row is none of the known ones. */
function refuseUnknown(
  ids: readonly number[],
  known: { readonly has: (id: number) => boolean },
  kind: string,
  field: string,
): void {
  const unknownId = ids.find((id) => !known.has(id));
  if (unknownId !== undefined)
    refuse("invalid_request", `${unknownId} is not ${kind} of this account.`, { field });
}

interface ReferenceContext extends Pick<CheckContext, "tx" | "account" | "config"> {
  /** Path of a group with a dot behind it. */
  readonly prefix?: string;
}
/** Throws if a value names an unknown row. `before`: values that are not checked again. */
export async function assertReferences(
  fields: Fields,
  given: object,
  before: object | null,
  context: ReferenceContext,
): Promise<void> {
  const { prefix = "" } = context;
  const values = given as Readonly<Record<string, unknown>>;
  const stored = before as Readonly<Record<string, unknown>> | null;
  for (const [name, field] of Object.entries(fields)) {
    // A change of a row contains only the values to change.
    const value = values[name];
    if (value === undefined || value === stored?.[name]) continue;
    const path = `${prefix}${name}`;
    if (field.type === "group" && value !== null) {
      const group = (stored?.[name] ?? null) as object | null;
      const inGroup = { ...context, prefix: `${path}.` };
      await assertReferences(field.fields, value as object, group, inGroup);
    }
    if ((field.type === "reference" || field.type === "references") && value !== null)
      await assertRows(field.to, [value as number | readonly number[]].flat(), path, context);
  }
}

async function assertRows(
  kind: Extract<Field, { readonly to: string }>["to"],
  ids: readonly number[],
  path: string,
  { tx, account, config }: ReferenceContext,
): Promise<void> {
  // A bot finds its provider itself, because it may take values from it. Kinds that name views
  // check that the principal uses them.
  if (kind === "bot_provider" || kind === "view") return;
  if (kind === "segment") ids.forEach((id) => getChatSegment(config, id, path));
  else if (kind === "operator") await assertActiveOperators(tx, account, ids, path);
  else if (kind === "channel")
    refuseUnknown(ids, await findExistingChannels(tx, account, ids), "a channel", "channels");
  else if (kind === "article_section")
    refuseUnknown(ids, await findExistingSections(tx, account, ids), "an article section", path);
  else refuseUnknown(ids, config.departments, "a department", path);
}
