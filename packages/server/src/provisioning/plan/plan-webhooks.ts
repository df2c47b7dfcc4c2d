import { randomBytes } from "node:crypto";
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from "../../store/settings/integrations/webhook.ts";
import type { CurrentWebhook } from "../../store/provisioning/integrations.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import {
  getChannelId,
  describeChanges,
  type PlannedChange,
  type ApplyContext,
} from "./planned-change.ts";
import { toPublicIds } from "./plan-bots.ts";
import type { DesiredWebhook } from "../read-integrations.ts";

/**
 * Plans the webhooks, matched by address. Several webhooks with one address are matched by equal
 * settings, else by their order.
 */
export function planWebhooks(
  desired: readonly DesiredWebhook[],
  current: CurrentSettings,
  unseal: (sealed: Buffer) => string,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const differences: PlannedChange[] = [];
  const matched = new Set<number>();
  for (const webhook of desired) {
    const candidates = current.integrations.webhooks
      .filter((p) => p.url === webhook.url && !matched.has(p.id))
      .map((existing) => ({
        found: existing,
        changes: planUpdate(webhook, existing, current, unseal),
      }));
    const best = candidates.find((candidate) => candidate.changes.length === 0) ?? candidates[0];
    if (best === undefined) {
      differences.push(planCreation(webhook));
      continue;
    }
    matched.add(best.found.id);
    differences.push(...best.changes);
  }
  return {
    differences,
    removals: current.integrations.webhooks
      .filter((p) => p.managed && !matched.has(p.id))
      .map(planRemoval),
  };
}

function planCreation(webhook: DesiredWebhook): PlannedChange {
  const secret = webhook.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
  const run = async (context: ApplyContext): Promise<number> => {
    const { url, enabled, events, blocks, name, ratingWaitS } = webhook;
    const channels = webhook.channels?.map((publicId) => getChannelId(context, publicId)) ?? null;
    const row = {
      url,
      enabled,
      events,
      blocks,
      name,
      ratingWaitS,
      channels,
      secret,
      managed: true,
      createdBy: null,
      now: context.now,
    };
    if (webhook.secret === null)
      context.created.secrets.push({ subject: formatSubject(webhook), secret });
    return createWebhook(context.tx, context.account, row, context.secrets.seal);
  };
  return { sign: "+", subject: formatSubject(webhook), detail: "", kind: "webhook", run };
}

function planUpdate(
  webhook: DesiredWebhook,
  existing: CurrentWebhook,
  current: CurrentSettings,
  unseal: (sealed: Buffer) => string,
): PlannedChange[] {
  const { enabled, events, blocks, name, ratingWaitS } = webhook;
  const newSecret = webhook.secret !== null && unseal(existing.secret) !== webhook.secret;
  const detail = [
    describeChanges(
      {
        enabled: existing.enabled,
        events: existing.events.toSorted(),
        blocks: existing.blocks.toSorted(),
        channels: toPublicIds(existing.channels, current),
        name: existing.name,
        rating_wait_s: existing.ratingWaitS,
      },
      {
        enabled,
        events: events.toSorted(),
        blocks: blocks.toSorted(),
        channels: webhook.channels?.toSorted() ?? null,
        name,
        rating_wait_s: ratingWaitS,
      },
    ),
    newSecret ? "secret" : "",
    existing.managed ? "" : "managed by the file",
  ]
    .filter((d) => d !== "")
    .join("; ");
  if (detail === "") return [];
  const run = async (context: ApplyContext): Promise<number> => {
    const channels = webhook.channels?.map((publicId) => getChannelId(context, publicId)) ?? null;
    await updateWebhook(context.tx, context.account, existing.id, {
      enabled,
      events,
      blocks,
      name,
      ratingWaitS,
      channels,
      managed: true,
    });
    if (newSecret && webhook.secret !== null)
      await rotateWebhookSecret(
        context.tx,
        context.account,
        existing.id,
        webhook.secret,
        context.secrets.seal,
        context.now,
      );
    return existing.id;
  };
  return [{ sign: "~", subject: formatSubject(webhook), detail, kind: "webhook", run }];
}

function planRemoval(existing: CurrentWebhook): PlannedChange {
  const run = async ({ tx, account, now }: ApplyContext): Promise<number> => {
    await deleteWebhook(tx, account, existing.id, now);
    return existing.id;
  };
  return { sign: "-", subject: formatSubject(existing), detail: "", kind: "webhook", run };
}

/** Formats the address without its query, which may contain a secret. */
function formatSubject({ url }: { readonly url: string }): string {
  const parsed = URL.parse(url);
  return `webhook ${parsed ? `${parsed.origin}${parsed.pathname}` : "?"}`;
}
