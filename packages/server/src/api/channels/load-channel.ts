import type { ChannelRecord } from "../../store/settings/channels/channel-record.ts";
import type { Principal } from "../../auth/index.ts";
import type { ChannelSerializerDeps } from "./channel-serializer.ts";
import type { Deps } from "../deps.ts";
import { requireFound } from "../kit/ids.ts";
import type { ChangeSettingsDeps } from "../kit/change-settings.ts";

export type ChannelDeps = ChangeSettingsDeps & ChannelSerializerDeps & Pick<Deps, "auth" | "planMail" | "channels" | "endpoints">;

/** Loads a channel of the principal's account. Throws `not_found`. */
export async function loadChannel(deps: Pick<Deps, "channels">, principal: Principal, id: number): Promise<ChannelRecord> {
  return requireFound(await deps.channels.find(principal.accountId, id), "channel");
}
