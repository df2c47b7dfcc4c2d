import type { TestParlour } from "@parlour/testkit";
import { openPostgresBus } from "../src/bus/index.ts";
import { createSystemClock } from "../src/clock.ts";
import type { Clock } from "../src/core/command.ts";
import {
  editCustomerMessage,
  type MessageEdit,
} from "../src/core/chat/message/edit-customer-message.ts";
import { openJournal } from "../src/journal/index.ts";
import { openPools } from "../src/store/database/pools.ts";

/** Writes edits of customers' messages, as a service of a channel reports them. */
export interface EditingNode {
  /**
   * Edits message `seq` of a chat of the first account. Resolves with false if the edit changed
   * nothing. The server under test learns of the entry as of any entry of another node.
   */
  edit(chatId: number, seq: number, change: MessageEdit): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the journal of another node of the same database. Interface A has no edits, so tests of a
 * whole server write them beside it. `clock`: that of the server.
 */
export async function openEditingNode(
  parlour: Pick<TestParlour, "databaseUrl" | "sql">,
  clock: Clock = createSystemClock(),
): Promise<EditingNode> {
  const [row] = await parlour.sql<{ id: string }>("select id from account order by id limit 1");
  const account = Number(row?.id);
  const onFault = (fault: unknown): void => console.error(fault);
  const pools = openPools(parlour.databaseUrl, { onError: onFault });
  const bus = await openPostgresBus({
    session: () => pools.session(),
    clock: createSystemClock(),
    onFault,
  });
  const journal = await openJournal({
    pools,
    bus,
    clock,
    secret: "test",
    plan: () => [],
    onFault,
  });
  return {
    async edit(chatId, seq, change) {
      const { answer } = await journal.write({
        account,
        subject: { chat: chatId, message: seq },
        handler: editCustomerMessage(change),
      });
      return answer.edited;
    },
    async close() {
      await journal.close();
      await bus.close();
      await pools.close();
    },
  };
}
