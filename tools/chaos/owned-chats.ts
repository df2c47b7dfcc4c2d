import { setTimeout as pause } from "node:timers/promises";
import type { Chat } from "@parlour/protocol";
import type { SentLog } from "../../packages/testkit/src/index.ts";
import { callApi, type Installation } from "./installation.ts";

/** Creates a chat with an unanswered message for each operator. Returns their ids. */
export async function createOwnedChats(
  installation: Installation,
  sentLog: SentLog,
): Promise<readonly number[]> {
  const { owning, answering, origin, inboundUrl } = installation;
  const ids: number[] = [];
  for (const operator of owning) {
    const sender = `owned${operator.name}`;
    const post = async (text: string): Promise<void> => {
      const response = await fetch(inboundUrl, {
        method: "POST",
        body: JSON.stringify({
          sender: { id: sender, name: sender },
          message: { type: "text", text },
        }),
        headers: { "content-type": "application/json" },
      });
      if (response.status !== 200) throw new Error(`message of ${sender}: ${response.status}`);
      sentLog.acknowledged.add(text);
    };
    sentLog.sent.set(sender, [`${sender} 0`, `${sender} 1`]);
    await post(`${sender} 0`);
    const findChat = async (): Promise<Chat | undefined> =>
      (await callApi<{ items: Chat[] }>(origin, answering, "chats?limit=50"))?.items.find(
        ({ visitor }) => visitor.name?.value === sender,
      );
    let chat = await findChat();
    // A build with a planted fault may show it late.
    for (let n = 0; n < 50 && chat === undefined; n++) {
      await pause(100);
      chat = await findChat();
    }
    if (chat === undefined) throw new Error(`the chat of ${sender} is not in the list`);
    ids.push(chat.id);
    await callApi(origin, operator, `chats/${chat.id}/accept`, { method: "POST", body: {} });
    await post(`${sender} 1`);
  }
  return ids;
}

/** Lets operators accept their own chats again, if they lost them while they were offline. */
export async function reacceptChats(
  { owning, origin }: Installation,
  chats: readonly number[],
): Promise<void> {
  for (const [n, operator] of owning.entries())
    await callApi(origin, operator, `chats/${chats[n]}/accept`, { method: "POST", body: {} });
}
