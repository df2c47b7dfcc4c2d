import { canAnswerChats } from "../../core/operator/eligibility.ts";
import type { OperatorRole } from "../../core/operator/role.ts";
import { refuse } from "../../core/failure.ts";
import {
  setOperatorChannels,
  type OperatorChannels,
} from "../../store/settings/channels/channel-operators.ts";
import type { Sql } from "../../store/database/sql.ts";
import { assertNotManagedByFile } from "../kit/change-settings.ts";

/** Sets the channels of an operator (CORE-322), if given. Returns the changed channels. */
export async function setChannels(
  context: Parameters<typeof assertNotManagedByFile>[0],
  tx: Sql,
  { id, role }: { readonly id: number; readonly role: OperatorRole },
  channels: OperatorChannels | undefined,
): Promise<{ kind: "channel"; id: number }[]> {
  if (channels === undefined) return [];
  if (channels.length > 0 && !canAnswerChats({ active: true, ...role }))
    refuse("invalid_request", `The role ${role.role} answers no chats, so it has no channels.`, {
      field: "channels",
    });
  const changed = await setOperatorChannels(tx, context.principal.accountId, id, channels);
  if (changed === null)
    refuse("invalid_request", "One of these is not a channel of this account.", {
      field: "channels",
    });
  // The file lists the operators of its channels. Those who answer all channels are added to them.
  if (channels !== "all") for (const channel of changed) assertNotManagedByFile(context, channel);
  return changed.map((channel) => ({ kind: "channel", id: channel.id }));
}
