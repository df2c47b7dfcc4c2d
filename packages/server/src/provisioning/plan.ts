import type { Present } from "../store/settings/provision.ts";
import type { Difference } from "./difference.ts";
import { planAccount } from "./plan-account.ts";
import { planApiKeys } from "./plan-api-keys.ts";
import { planBlacklist } from "./plan-blacklist.ts";
import { planBots, planProviders } from "./plan-bots.ts";
import { planCalls } from "./plan-calls.ts";
import { planChannels } from "./plan-channels.ts";
import { planDepartments, planHours } from "./plan-departments.ts";
import { planInstance } from "./plan-instance.ts";
import { planMail } from "./plan-mail.ts";
import { planOidc } from "./plan-oidc.ts";
import { planOperators, type PasswordHashes } from "./plan-operators.ts";
import { planRouting } from "./plan-routing.ts";
import { planSecurity } from "./plan-security.ts";
import { planStorage } from "./plan-storage.ts";
import { planTriggers } from "./plan-triggers.ts";
import { planWebhooks } from "./plan-webhooks.ts";
import { planWidgets } from "./plan-widgets.ts";
import { planReplies, planTags } from "./plan-writing.ts";
import type { Wanted } from "./read.ts";

/**
 * Returns all changes in the order in which they must be applied. `prune` removes managed resources
 * that the file no longer names.
 */
export function plan(
  wanted: Wanted,
  present: Present,
  passwords: PasswordHashes,
  prune: boolean,
  open: (sealed: Buffer) => string,
): { differences: readonly Difference[]; kept: readonly string[] } {
  const mail = planMail(wanted.mail, present.mail, open);
  const oidc = planOidc(wanted.oidc, present.oidc, present.account?.id ?? null, open);
  const differences: Difference[] = [
    ...planInstance(wanted, present.instance),
    ...planStorage(wanted.storage, present.storage, open),
    ...mail.differences,
    ...planAccount(wanted, present),
  ];
  const kept: string[] = [];
  const gone = (going: readonly Difference[]): void => {
    if (prune) differences.push(...going);
    else kept.push(...going.map((d) => d.subject));
  };
  const operators = planOperators(wanted, present, passwords);
  differences.push(...operators.differences, ...oidc.differences);
  // Each part depends on those before it. Removals run in reverse order.
  const parts = partsOf(wanted, present, open);
  for (const part of parts) differences.push(...part.differences);
  for (const part of parts.toReversed()) gone(part.gone);
  gone(mail.gone);
  gone(oidc.gone);
  gone(operators.gone);
  return { differences, kept };
}

function partsOf(wanted: Wanted, present: Present, open: (sealed: Buffer) => string): readonly Part[] {
  const { integrations } = wanted;
  return [
    planHours(integrations.hours, present),
    planRouting(integrations.routing, present),
    planCalls(wanted.calls, present),
    planSecurity(wanted.security, present),
    planApiKeys(wanted, present),
    planDepartments(integrations.departments, present),
    planChannels(wanted.channels, present, open),
    planWidgets(wanted.widgets, present, open),
    planProviders(integrations.providers, present),
    planBots(integrations.bots, integrations.providers, present, open),
    planWebhooks(integrations.webhooks, present, open),
    planTags(wanted.writing.tags, present),
    planReplies(wanted.writing.replies, present),
    planTriggers(wanted.triggers, present),
    planBlacklist(wanted.blacklist, present),
  ];
}
interface Part {
  readonly differences: readonly Difference[];
  readonly gone: readonly Difference[];
}
