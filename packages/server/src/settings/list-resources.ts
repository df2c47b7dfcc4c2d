import { agentResource } from "./integrations/agent.ts";
import { articleSectionResource } from "./account/article-section.ts";
import { blockListResource } from "./content/block-list.ts";
import { cannedReplyResource } from "./content/canned-reply.ts";
import { fieldResource } from "./content/field.ts";
import { macroResource } from "./content/macro.ts";
import { segmentResource } from "./content/segment.ts";
import { tagResource } from "./content/tag.ts";
import { ruleResource } from "./content/rule.ts";
import { scheduledReportResource } from "./account/scheduled-report.ts";
import { slaPolicyResource } from "./content/sla-policy.ts";
import { viewResource } from "./content/view.ts";
import { triggerResource } from "./channels/trigger.ts";
import { statusResource } from "./account/status.ts";
import type { EntryOf, ResourceTypes, StoredResource } from "./resource.ts";

/**
 * Kinds of which an account has rows, in the order in which the provisioning file changes them. The
 * entries of a kind may name rows of the kinds before it. Kinds whose entries need other parts of
 * the file, such as channels, are planned on their own.
 */
const listResources = {
  fields: fieldResource,
  tags: tagResource,
  replies: cannedReplyResource,
  segments: segmentResource,
  triggers: triggerResource,
  views: viewResource,
  macros: macroResource,
  rules: ruleResource,
  slaPolicies: slaPolicyResource,
  articleSections: articleSectionResource,
  agents: agentResource,
  statuses: statusResource,
  scheduledReports: scheduledReportResource,
  blacklist: blockListResource,
};
type ListResources = typeof listResources;
export type ListName = keyof ListResources;
type RowOf<R> = R extends StoredResource<infer T> ? T["row"] : never;

/** The entries of a file, by name of the list. */
export type ListEntries = {
  readonly [N in ListName]: readonly EntryOf<ListResources[N]>[];
};
/** The stored rows that a file can have, by name of the list. */
export type ListRows = { readonly [N in ListName]: readonly RowOf<ListResources[N]>[] };

/** Each one must only receive rows and entries that it has returned. */
export const listsInOrder = Object.entries(listResources) as unknown as readonly (readonly [
  ListName,
  StoredResource<ResourceTypes>,
])[];
