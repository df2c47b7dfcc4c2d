import type { Reader } from "../database/reader.ts";

/**
 * Returns the name of the model that wrote a suggestion for a chat. Null if the delivery log has no
 * such request.
 */
export async function findSuggestionModel(
  reader: Reader,
  account: number,
  { chatId, requestId }: { readonly chatId: number; readonly requestId: number },
): Promise<string | null> {
  const row = await reader.one<{ model: string }>(
    account,
    `select t.usage->>'model' as model from delivery d join attempt t on t.account_id = d.account_id and t.delivery_id = d.id
     where d.account_id = $1 and d.id = $2 and d.chat_id = $3 and d.event = 'suggest' and d.state = 'delivered' and t.usage is not null
     order by t.n desc limit 1`,
    [account, requestId, chatId],
  );
  return row?.model ?? null;
}
