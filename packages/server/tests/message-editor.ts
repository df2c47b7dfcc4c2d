import type { TestParlour } from "@parlour/testkit";
import type { TestHooks } from "@parlour/server";
import {
  editCustomerMessage,
  type MessageEdit,
} from "../src/core/chat/message/changes/edit-customer-message.ts";
import type { Journal } from "../src/journal/index.ts";

/** Writes edits of customers' messages, as a service of a channel reports them. */
export interface MessageEditor {
  /** Hooks with which the server must start. */
  readonly hooks: TestHooks;
  /**
   * Edits message `seq` of a chat of the first account. Resolves with false if the edit changed
   * nothing.
   */
  edit(
    parlour: Pick<TestParlour, "sql">,
    chatId: number,
    seq: number,
    change: MessageEdit,
  ): Promise<boolean>;
}

/** Creates an editor. Interface A has no edits, so it writes them to the journal of the server. */
export function createMessageEditor(): MessageEditor {
  let journal: Journal | null = null;
  return {
    hooks: { onJournal: (opened) => void (journal = opened) },
    async edit(parlour, chatId, seq, change) {
      if (journal === null) throw new Error("the server did not start with the hooks");
      const [row] = await parlour.sql<{ id: string }>("select id from account order by id limit 1");
      const { answer } = await journal.write({
        account: Number(row?.id),
        subject: { chat: chatId, message: seq },
        handler: editCustomerMessage(change),
      });
      return answer.edited;
    },
  };
}
