import { randomBytes } from "node:crypto";
import { refuse } from "../core/failure.ts";
import { openSend, startDelivery, type Delivery } from "../delivery/index.ts";
import { channelOutbound, testMessage } from "../edges/channel/outbound.ts";
import { openTypingOut, type TypingOut } from "../edges/channel/typing.ts";
import type { OperatorEdgeDeps } from "../edges/operator/index.ts";
import { openEgress, type Egress } from "../egress/index.ts";
import { openQueue } from "../queue/index.ts";
import { openCallSending, type CallSending } from "./calls.ts";
import { openMail, type MailPart } from "./mail.ts";
import { openPush, type Push } from "./push.ts";
import { version } from "../version.ts";
import { openBots, type Bots } from "./bots.ts";
import type { Ground, ServerHooks } from "./ground.ts";
import { reportSeen, sendSeen } from "./inspector.ts";
import { openWebhooks, type Webhooks } from "./webhooks.ts";

/** Everything that leaves for endpoints of integrators. */
export interface Sending {
  readonly delivery: Delivery;
  readonly typingOut: TypingOut;
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
  const { clock, log, journal, limits, instance, pools, secrets, work } = ground;
  const egress = openEgress({
    clock,
    allowed: () => instance.egressAllow(),
    ...(hooks.resolve ? { resolve: hooks.resolve } : {}),
    ...(hooks.dial ? { dial: hooks.dial } : {}),
  });
  const queue = openQueue({
    pool: pools.writer,
    nodeId: journal.node,
    clock,
    atOnce: (kind) => limits.value(kind === "webhook" ? "webhook_at_once" : "endpoint_at_once"),
  });
  const send = sendSeen(ground, openSend({ egress, open: secrets.open, clock }));
  const typingOut = openTypingOut({ clock, send, chatTarget: (...of) => queue.chatTarget(...of), version, log });
  const webhooks = openWebhooks(ground, send, queue);
  const bots = openBots(ground, send, egress, queue);
  const push = await openPush(ground, egress, queue);
  const calls = openCallSending(ground, send, queue);
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
    outbounds: {
      channel: channelOutbound({ version, beforeMessage: (claim) => typingOut.beforeMessage(claim) }),
      bot: bots.outbound,
      webhook: webhooks.outbound,
      push: push.outbound,
      mail: mail.outbound,
      call: calls.outbound,
    },
  });
  return {
    delivery,
    typingOut,
    egress,
    async waiting() {
      const { endpoints } = await queue.stats();
      return {
        lanes: endpoints.reduce((sum, { waiting }) => sum + waiting, 0),
        oldestMs: Math.max(0, ...endpoints.map(({ oldestMs }) => oldestMs)),
      };
    },
    bots,
    testWebhook: (...of) => webhooks.test(...of),
    push: push.port,
    mail: mail.port,
    callTest: calls.test,
    endpoints: {
      check: (url, secure) => egress.check(url, secure),
      async test(account, channelId) {
        const target = await queue.channelTarget(account, channelId);
        const result =
          target && (await testMessage({ send, version }, target, { name: "Parlour", photo: "" }, randomBytes(8).toString("hex")));
        return result ?? refuse("not_found", "There is no such channel.");
      },
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
    },
    async close() {
      typingOut.close();
      await delivery.close();
      egress.close();
    },
  };
}
