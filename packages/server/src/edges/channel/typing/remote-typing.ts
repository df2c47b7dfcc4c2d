import type { ClusterRequests } from "../../../cluster/index.ts";
import { evictOldest } from "../../../core/bounded-map.ts";
import type { Clock } from "../../../core/command.ts";
import { typeoutWaitMs, typingTtlMs } from "../retry-policy.ts";

export interface RemoteTypingDeps {
  readonly clock: Clock;
  readonly cluster: ClusterRequests;
  /** Maximum number of chats in memory. */
  readonly capacity: number;
  /** Ends the typing in a chat on this node. Resolves when `typeout` is sent. */
  readonly endOnThisNode: (chat: TypedChat) => Promise<void>;
}
export interface TypedChat {
  readonly account: number;
  readonly chatId: number;
}
/** Operators at other nodes who are typing in chats of channels (CH-077). */
export interface RemoteTyping {
  record(chat: TypedChat, isTyping: boolean): void;
  /** Returns whether an operator may be typing in the chat. */
  has(chat: TypedChat): boolean;
  /**
   * Ends the typing in a chat on the other nodes, if an operator may be typing there. Resolves when
   * they have sent `typeout`, at the latest after 300 ms.
   */
  end(chat: TypedChat): Promise<void>;
}

const endTopic = "end typing";
/**
 * Time in milliseconds for which the node of an operator is still asked after the operator has
 * stopped typing, because `typeout` may not be sent yet.
 */
const endingMs = 1_000;

export function createRemoteTyping(deps: RemoteTypingDeps): RemoteTyping {
  const { clock, cluster, capacity, endOnThisNode } = deps;
  /** Time until which operators may be typing in a chat, in ms since 1970. */
  const typingUntil = new Map<string, number>();
  cluster.onRequest<TypedChat, null>(endTopic, async (chat) => {
    await endOnThisNode(chat);
    return null;
  });
  return {
    record(chat, isTyping) {
      const key = toKey(chat);
      typingUntil.delete(key);
      typingUntil.set(key, clock.now() + (isTyping ? typingTtlMs : endingMs));
      evictOldest(typingUntil, capacity);
    },
    has: (chat) => (typingUntil.get(toKey(chat)) ?? 0) > clock.now(),
    async end(chat) {
      const until = typingUntil.get(toKey(chat)) ?? 0;
      typingUntil.delete(toKey(chat));
      if (until > clock.now()) await cluster.requestAll<null>(endTopic, chat, typeoutWaitMs);
    },
  };
}

const toKey = ({ account, chatId }: TypedChat): string => `${account}:${chatId}`;
