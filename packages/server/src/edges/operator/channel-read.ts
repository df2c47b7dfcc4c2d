import type { ChannelRecord } from "../../core/record/channel.ts";
import type { Principal } from "../../auth/index.ts";
import type { ChannelLook } from "./channel-wire.ts";
import type { Deps } from "./deps.ts";
import { found } from "./ids.ts";
import type { SettingsDeps } from "./settings.ts";

export type ChannelDeps = SettingsDeps & ChannelLook & Pick<Deps, "auth" | "rights" | "planMail" | "channels" | "endpoints">;

/** Loads a channel of the principal's account. Throws `not_found`. */
export async function readChannel(deps: Pick<Deps, "channels">, principal: Principal, id: number): Promise<ChannelRecord> {
  return found(await deps.channels.find(principal.accountId, id), "channel");
}
