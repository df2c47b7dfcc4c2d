import { setTimeout as pause } from "node:timers/promises";
import type { Chat } from "@parlour/protocol";
import type { SentLog } from "../../../packages/testkit/src/index.ts";
import { callApi, type Installation, type OperatorAccess } from "../installation.ts";
import { openSideChat } from "./side-chat.ts";
import { findSenderChats, readCode, type LoadPart, type StoredMessages } from "./load-part.ts";

/** A chat that three operators accepted at the same time, each at another node. */
export interface OfferEvidence {
  readonly chatId: number;
  /** Names of the operators who were told that they have the chat. */
  readonly accepted: readonly string[];
  /** Name of the operator who had the chat afterwards. Null: nobody, or no answer. */
  readonly assignee: string | null;
}

const roundMs = 4_000;

/** Lets operators race for new chats. The operator who has a chat closes it. */
export function startOffersPart(
  installation: Installation,
  sentLog: SentLog,
): LoadPart<readonly OfferEvidence[]> {
  const { cluster, owning, origin, answering, offersInboundUrl } = installation;
  const offers: OfferEvidence[] = [];
  let isRacing = true;
  const race = async (name: string): Promise<void> => {
    const chat = await openSideChat(installation, sentLog, { inboundUrl: offersInboundUrl, name });
    if (chat === null) return;
    const accept = async (operator: OperatorAccess, n: number): Promise<readonly string[]> => {
      const url = cluster.nodes[n % cluster.nodes.length]?.url ?? origin;
      const request = { method: "POST", body: {} };
      const taken = await callApi<Chat>(url, operator, `chats/${chat.id}/accept`, request);
      return taken === null ? [] : [operator.name];
    };
    const accepted = (await Promise.all(owning.map(accept))).flat();
    const now = await callApi<Chat>(origin, answering, `chats/${chat.id}`);
    const assignee = now?.assignee?.name ?? null;
    offers.push({ chatId: chat.id, accepted, assignee });
    const owner = owning.find((operator) => operator.name === assignee);
    if (owner !== undefined)
      await callApi(origin, owner, `chats/${chat.id}/close`, { method: "POST" });
  };
  const racing = (async () => {
    for (let n = 0; isRacing; n++) {
      await race(`o${n}`);
      await pause(roundMs);
    }
  })();
  return {
    async stop() {
      isRacing = false;
      await racing;
    },
    isBusy: () => false,
    collect: () => offers,
  };
}

/**
 * An offer ends once: at most one operator is told that they have the chat, this operator has it,
 * and the chat was accepted once for each time that it waited.
 */
export function checkOffers(
  offers: readonly OfferEvidence[],
  stored: StoredMessages,
): readonly string[] {
  const acceptances = findSenderChats(stored, /^o\d+$/).flatMap((messages) => {
    const codes = messages.flatMap((message) => readCode(message) ?? []);
    const count = (code: string): number => codes.filter((one) => one === code).length;
    const waits = 1 + count("owner_gone");
    return count("accepted") <= waits
      ? []
      : [`chat ${messages[0]?.chat_id} was accepted ${count("accepted")} times`];
  });
  return [
    ...offers.flatMap(({ chatId, accepted, assignee }) => [
      ...(accepted.length > 1 ? [`${accepted.join(" and ")} both got chat ${chatId}`] : []),
      ...(accepted.length === 1 && assignee !== null && assignee !== accepted[0]
        ? [`${accepted[0]} got chat ${chatId}, but ${assignee} has it`]
        : []),
    ]),
    ...acceptances,
  ].map((finding) => `offer: ${finding}`);
}
