import { enrichChat, type ReplyData } from "../../core/chat/enrich.ts";
import { Refusal } from "../../core/failure.ts";
import type { Clock, Write } from "../../core/ports.ts";
import type { Claim } from "../../queue/index.ts";
import type { Applied } from "./format/use.ts";
import { againMs, mostTries } from "./policy.ts";

export interface ApplyDeps {
  readonly write: Write;
  readonly clock: Pick<Clock, "now" | "alarm">;
}

/**
 * Stores the data of a webhook response in its chat (WH-042). Safe to run twice. Waits while the
 * database is unavailable: the receiver has answered and must not be asked again for our failure.
 */
export async function applyReply(
  { write, clock }: ApplyDeps,
  { account, endpointId }: Pick<Claim, "account" | "endpointId">,
  chatId: number,
  data: ReplyData,
): Promise<Applied> {
  for (let tried = 1; ; tried++) {
    try {
      const { answer } = await write({ account, subject: { chat: chatId }, verb: enrichChat({ endpointId, data }) });
      return JSON.parse(answer) as Applied;
    } catch (error) {
      const failure = error instanceof Refusal ? error.failure.failure : null;
      // A removed chat counts as ended.
      if (failure === "not_found") return { late: true, outranked: [] };
      if (failure !== "temporarily_unavailable" || tried >= mostTries) throw error;
      await new Promise<void>((resolve) => void clock.alarm(clock.now() + againMs, resolve));
    }
  }
}
