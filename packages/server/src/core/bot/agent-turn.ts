/** What agents do with messages of visitors (AGENT-020), as the store and the driver name it. */

export type AgentAction = "answer" | "ask" | "hand_over";

/** A message of a visitor, a bot or an operator, without notes and system messages. */
export interface ChatLine {
  readonly author: "visitor" | "agent" | "operator";
  readonly text: string;
}

/** What an agent did with a message, for its figures. */
export interface AgentTurnRecord {
  readonly account: number;
  readonly deliveryId: number;
  readonly botId: number;
  readonly chatId: number;
  readonly isShadow: boolean;
  readonly action: AgentAction;
  readonly reason: string | null;
  readonly at: number;
}

/** The latest chats of an agent since its state was set: all, handed over, and rated badly. */
export interface AgentFigures {
  readonly chats: number;
  readonly handedOver: number;
  readonly bad: number;
}
