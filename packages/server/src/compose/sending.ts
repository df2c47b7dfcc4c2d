import { openSend, startDelivery, type Delivery, type DeliveryDeps, type Outbound } from "../delivery/index.ts";
import { openEgress, type Egress } from "../egress/index.ts";
import type { Journal } from "../journal/index.ts";
import { openQueue, type Queue } from "../queue/index.ts";
import { openCallSending } from "./calls.ts";
import { openMail } from "./mail.ts";
import { openPush } from "./push.ts";
import { openBots } from "./bots.ts";
import { openChannelSending } from "./channels.ts";
import type { Ground, ServerHooks } from "./ground.ts";
import { reportSeen, sendSeen } from "./inspector.ts";
import { openWebhooks } from "./webhooks.ts";

/** Everything that is sent to endpoints, and the parts of each kind of endpoint. */
export type Sending = Awaited<ReturnType<typeof openSending>>;

export async function openSending(ground: Ground, hooks: ServerHooks) {
  const { clock, log, secrets, work } = ground;
  const egress = egressOf(ground, hooks);
  const queue = queueOf(ground);
  const parts = await openParts(ground, hooks, egress, queue);
  await queue.freeDead();
  const delivery = startDelivery({
    queue,
    clock,
    log,
    egress,
    open: secrets.open,
    report: reportSeen(ground),
    onFault: ground.onFault,
    onAttempt: work.attempt,
    ...(hooks.probe ? { probe: hooks.probe } : {}),
    outbounds: outboundsOf(parts),
  });
  return {
    parts,
    delivery,
    egress,
    /**
     * Counts the lanes with a delivery that is due and not in progress, and returns the age of the
     * oldest.
     */
    waiting: () => waitingIn(queue),
    endpoints: endpointsOf(ground, egress, delivery),
    /**
     * Called when the visitor leaves the rating window. Releases the webhooks that wait for a
     * rating of that chat (WH-080).
     */
    async releaseChat(account: number, chatId: number): Promise<void> {
      const { webhooks } = await ground.journal.config(account);
      if (webhooks.size === 0) return;
      await queue.releaseChat(account, chatId);
      delivery.wake();
    },
    /** Finishes attempts in progress. The journal must still accept their reports. */
    async close(): Promise<void> {
      for (const part of Object.values<Part>(parts)) part.close?.();
      await delivery.close();
      egress.close();
    },
  };
}

/** Outbound deliveries to one kind of endpoint, and what else its edge provides. */
interface Part {
  readonly outbound: Outbound;
  close?(): void;
}
/** One line per kind of endpoint. */
async function openParts(ground: Ground, hooks: ServerHooks, egress: Egress, queue: Queue) {
  const { clock, secrets } = ground;
  const send = sendSeen(ground, openSend({ egress, open: secrets.open, clock }));
  return {
    channel: openChannelSending(ground, send, queue),
    bot: openBots(ground, send, egress, queue),
    webhook: openWebhooks(ground, send, queue),
    push: await openPush(ground, egress, queue),
    call: openCallSending(ground, send, queue),
    mail: openMail(ground, hooks),
  };
}

type Outbounds = DeliveryDeps["outbounds"];
const outboundsOf = (parts: Readonly<Partial<Record<keyof Outbounds, Part>>>): Outbounds =>
  Object.fromEntries(Object.entries(parts).map(([kind, { outbound }]) => [kind, outbound]));

function egressOf({ clock, instance, log }: Ground, { resolve, dial }: ServerHooks): Egress {
  return openEgress({
    clock,
    allowed: () => instance.egressAllow(),
    onHidden: (hidden) => log.warn(hidden, "egress.name_refused"),
    ...(resolve && { resolve }),
    ...(dial && { dial }),
  });
}

function queueOf({ pools, journal, clock, limits }: Ground): Queue {
  return openQueue({
    pool: pools.writer,
    nodeId: journal.node,
    clock,
    atOnce: (kind) => limits.value(kind === "webhook" ? "webhook_at_once" : "endpoint_at_once"),
  });
}

async function waitingIn(queue: Pick<Queue, "stats">): Promise<{ readonly lanes: number; readonly oldestMs: number }> {
  const { endpoints } = await queue.stats();
  return {
    lanes: endpoints.reduce((sum, { waiting }) => sum + waiting, 0),
    oldestMs: Math.max(0, ...endpoints.map(({ oldestMs }) => oldestMs)),
  };
}

/** Endpoint operations for the service API. */
function endpointsOf({ journal }: Pick<Ground, "journal">, egress: Pick<Egress, "check">, delivery: Pick<Delivery, "wake">) {
  type Ended = Parameters<Journal["replay"]>[0];
  return {
    check: (url: string, rules: Parameters<Egress["check"]>[1]) => egress.check(url, rules),
    async resend(account: number, deliveryId: number): Promise<void> {
      await journal.resend(account, deliveryId);
      delivery.wake();
    },
    wake: () => delivery.wake(),
    countEnded: (ended: Ended) => journal.countEnded(ended),
    async replay(ended: Ended, most: number): Promise<number> {
      const sent = await journal.replay(ended, most);
      delivery.wake();
      return sent;
    },
  };
}
