import { randomBytes } from "node:crypto";
import type { Sql } from "../../store/database/sql.ts";
import { createChannel } from "../../store/settings/channels/channel-changes.ts";
import type { MoveRouteDeps } from "./create-import.ts";

/** Makes the channel to which the chats of an import belong. It is off, so nothing is sent. */
export async function makeChannel(
  { clock, secrets }: MoveRouteDeps,
  tx: Sql,
  {
    accountId,
    operatorId,
    name,
  }: { readonly accountId: number; readonly operatorId: number; readonly name: string },
): Promise<number> {
  const channel = {
    kind: "api",
    name: name.slice(0, 100),
    public_id: randomBytes(12).toString("hex"),
    endpoint_url: "https://imported.invalid/",
    secret: `whsec_${randomBytes(32).toString("base64")}`,
    random_string: randomBytes(18).toString("base64url"),
    enabled: false,
    operators: [],
  } as const;
  const context = { now: clock.now(), operatorId, seal: secrets.seal };
  const id = await createChannel(tx, accountId, channel, context);
  if (id === null) throw new Error("the public id of a new channel exists");
  return id;
}
