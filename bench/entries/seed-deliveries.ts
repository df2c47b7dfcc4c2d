import { openPostgresBus } from "../../packages/server/src/bus/index.ts";
import { createSystemClock } from "../../packages/server/src/clock.ts";
import { loadSecretKey } from "../../packages/server/src/cli/secret-key.ts";
import { sendOperatorMessage } from "../../packages/server/src/core/chat/message/send-message.ts";
import { combinePlanners } from "../../packages/server/src/delivery/queue/index.ts";
import { planChannelDeliveries } from "../../packages/server/src/edges/channel/deliveries.ts";
import { openJournal } from "../../packages/server/src/journal/index.ts";
import { createLog } from "../../packages/server/src/log.ts";
import { openPools } from "../../packages/server/src/store/database/pools.ts";

/**
 * Writes operator messages with their deliveries through the server's own journal, without a
 * delivery worker. A server that starts later finds them due. FILL = {chats, operatorId,
 * perChat}.
 */
const { chats, operatorId, perChat } = JSON.parse(process.env["FILL"] ?? "{}") as {
  chats: number[];
  operatorId: number;
  perChat: number;
};
const clock = createSystemClock();
const log = createLog({ level: "warn", format: "json" });
const onError = (error: unknown): void => log.error({ err: error }, "fill.fault");
const pools = openPools(process.env["DATABASE_URL"] ?? "", { onError: onError });
const bus = await openPostgresBus({ session: () => pools.session(), clock, onFault: onError });
const journal = await openJournal({
  pools,
  bus,
  clock,
  secret: loadSecretKey(process.env["DATA_DIR"] ?? "", null, log),
  onFault: onError,
  plan: combinePlanners([planChannelDeliveries]),
});
for (let n = 0; n < perChat; n++) {
  await Promise.all(
    chats.map((chat) => {
      const clientId = `fill-${n}`;
      return journal.write({
        account: 1,
        subject: { chat, operator: operatorId },
        client: { authorKind: "operator", authorId: operatorId, id: clientId },
        handler: sendOperatorMessage({
          operatorId,
          kind: "text",
          text: `Yes, three pairs of size 42 came in this morning. Shall I put one aside for you until Friday? ${n}`,
          clientId,
        }),
      });
    }),
  );
}
await journal.close();
await bus.close();
await pools.close();
console.log("ready");
process.exit(0);
