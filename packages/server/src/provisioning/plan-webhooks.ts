import { randomBytes } from "node:crypto";
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from "../store/settings/webhook.ts";
import type { ProvisionedWebhook } from "../store/settings/provision-integrations.ts";
import type { Present } from "../store/settings/provision.ts";
import { channelId, changes, type Difference, type Target } from "./difference.ts";
import { publicIds } from "./plan-bots.ts";
import type { WantedWebhook } from "./read-integrations.ts";

/**
 * Plans the webhooks, matched by address. Several webhooks with one address are matched by equal
 * settings, else by their order.
 */
export function planWebhooks(
  wanted: readonly WantedWebhook[],
  present: Present,
  open: (sealed: Buffer) => string,
): { differences: Difference[]; gone: Difference[] } {
  const differences: Difference[] = [];
  const seen = new Set<number>();
  for (const webhook of wanted) {
    const candidates = present.integrations.webhooks
      .filter((p) => p.url === webhook.url && !seen.has(p.id))
      .map((found) => ({ found, changes: changing(webhook, found, present, open) }));
    const taken = candidates.find((one) => one.changes.length === 0) ?? candidates[0];
    if (taken === undefined) {
      differences.push(coming(webhook));
      continue;
    }
    seen.add(taken.found.id);
    differences.push(...taken.changes);
  }
  return { differences, gone: present.integrations.webhooks.filter((p) => p.managed && !seen.has(p.id)).map(leaving) };
}

function coming(webhook: WantedWebhook): Difference {
  const secret = webhook.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
  const run = async (to: Target): Promise<number> => {
    const { url, enabled, events, blocks, name, ratingWaitS } = webhook;
    const channels = webhook.channels?.map((publicId) => channelId(to, publicId)) ?? null;
    const row = { url, enabled, events, blocks, name, ratingWaitS, channels, secret, managed: true, createdBy: null, now: to.now };
    if (webhook.secret === null) to.made.secrets.push({ subject: subjectOf(webhook), secret });
    return createWebhook(to.tx, to.account, row, to.secrets.seal);
  };
  return { sign: "+", subject: subjectOf(webhook), detail: "", kind: "webhook", run };
}

function changing(webhook: WantedWebhook, found: ProvisionedWebhook, present: Present, open: (sealed: Buffer) => string): Difference[] {
  const { enabled, events, blocks, name, ratingWaitS } = webhook;
  const newSecret = webhook.secret !== null && open(found.secret) !== webhook.secret;
  const detail = [
    changes(
      {
        enabled: found.enabled,
        events: found.events.toSorted(),
        blocks: found.blocks.toSorted(),
        channels: publicIds(found.channels, present),
        name: found.name,
        rating_wait_s: found.ratingWaitS,
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
    found.managed ? "" : "managed by the file",
  ]
    .filter((d) => d !== "")
    .join("; ");
  if (detail === "") return [];
  const run = async (to: Target): Promise<number> => {
    const channels = webhook.channels?.map((publicId) => channelId(to, publicId)) ?? null;
    await updateWebhook(to.tx, to.account, found.id, { enabled, events, blocks, name, ratingWaitS, channels, managed: true });
    if (newSecret && webhook.secret !== null)
      await rotateWebhookSecret(to.tx, to.account, found.id, webhook.secret, to.secrets.seal, to.now);
    return found.id;
  };
  return [{ sign: "~", subject: subjectOf(webhook), detail, kind: "webhook", run }];
}

function leaving(found: ProvisionedWebhook): Difference {
  const run = async ({ tx, account, now }: Target): Promise<number> => {
    await deleteWebhook(tx, account, found.id, now);
    return found.id;
  };
  return { sign: "-", subject: subjectOf(found), detail: "", kind: "webhook", run };
}

/** Formats the address without its query, which may contain a secret. */
function subjectOf({ url }: { readonly url: string }): string {
  const parsed = URL.parse(url);
  return `webhook ${parsed ? `${parsed.origin}${parsed.pathname}` : "?"}`;
}
