import { openSend, startDelivery, type Delivery, type DeliveryDeps, type Outbound } from "../delivery/index.ts";
import type { OperatorEdgeDeps } from "../edges/operator/index.ts";
import { openEgress, type Egress } from "../egress/index.ts";
import { openQueue, type Queue } from "../queue/index.ts";
import { openCallSending, type CallSending } from "./calls.ts";
import { openMail, type MailPart } from "./mail.ts";
import { openPush, type Push } from "./push.ts";
import { openBots, type Bots } from "./bots.ts";
import { openChannelSending, type ChannelSending } from "./channels.ts";
import type { Ground, ServerHooks } from "./ground.ts";
import { reportSeen, sendSeen } from "./inspector.ts";
import { openWebhooks, type Webhooks } from "./webhooks.ts";

/** Everything that leaves for endpoints of integrators. */
export interface Sending {
  readonly delivery: Delivery;
  readonly typingOut: ChannelSending["typingOut"];
  readonly bots: Pick<Bots, "test" | "edge" | "forget">;
  readonly testWebhook: Webhooks["test"];
  readonly push: Push["port"];
  readonly mail: MailPart["port"];
  readonly callTest: CallSending["test"];
  /** Endpoints as the service API needs them. */
  readonly endpoints: OperatorEdgeDeps["endpoints"];
  readonly egress: Egress;
  /** Lanes in which something is due and not under way, and for how long the oldest has been. */
  readonly waiting: () => Promise<{ readonly lanes: number; readonly oldestMs: number }>;
  /** Finishes what is under way; the journal must still take its reports. */
  close(): Promise<void>;
}

export async function openSending(ground: Ground, hooks: ServerHooks): Promise<Sending> {
  const { clock, log, secrets, work } = ground;
  const egress = egressOf(ground, hooks);
  const queue = queueOf(ground);
  const send = sendSeen(ground, openSend({ egress, open: secrets.open, clock }));
  const channel = openChannelSending(ground, send, queue);
  const webhook = openWebhooks(ground, send, queue);
  const bot = openBots(ground, send, egress, queue);
  const push = await openPush(ground, egress, queue);
  const call = openCallSending(ground, send, queue);
  const mail = openMail(ground, hooks);
  await queue.freeDead();
  const delivery = startDelivery({
    queue,
    clock,
    log,
    egress,
    open: secrets.open,
    report: reportSeen(ground),
    onAttempt: work.attempt,
    ...(hooks.probe ? { probe: hooks.probe } : {}),
    outbounds: outboundsOf({ channel, bot, webhook, push, mail, call }),
  });
  return {
    delivery,
    typingOut: channel.typingOut,
    egress,
    waiting: () => waitingIn(queue),
    bots: bot,
    testWebhook: (...of) => webhook.test(...of),
    push: push.port,
    mail: mail.port,
    callTest: call.test,
    endpoints: endpointsOf(ground, egress, delivery, channel),
    async close() {
      channel.typingOut.close();
      await delivery.close();
      egress.close();
    },
  };
}

type Kind = keyof DeliveryDeps["outbounds"];
/** What each kind of endpoint is sent. */
const outboundsOf = (of: Readonly<Record<Kind, { readonly outbound: Outbound }>>): DeliveryDeps["outbounds"] => ({
  channel: of.channel.outbound,
  bot: of.bot.outbound,
  webhook: of.webhook.outbound,
  push: of.push.outbound,
  mail: of.mail.outbound,
  call: of.call.outbound,
});

function egressOf({ clock, instance }: Ground, { resolve, dial }: ServerHooks): Egress {
  return openEgress({ clock, allowed: () => instance.egressAllow(), ...(resolve && { resolve }), ...(dial && { dial }) });
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

function endpointsOf(
  { journal }: Pick<Ground, "journal">,
  egress: Pick<Egress, "check">,
  delivery: Pick<Delivery, "wake">,
  channel: Pick<ChannelSending, "test">,
): Sending["endpoints"] {
  return {
    check: (url, secure) => egress.check(url, secure),
    test: (account, channelId) => channel.test(account, channelId),
    async resend(account, deliveryId) {
      await journal.resend(account, deliveryId);
      delivery.wake();
    },
    wake: () => delivery.wake(),
    countEnded: (ended) => journal.countEnded(ended),
    async replay(ended, most) {
      const sent = await journal.replay(ended, most);
      delivery.wake();
      return sent;
    },
  };
}
