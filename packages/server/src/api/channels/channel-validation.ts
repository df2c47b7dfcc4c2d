import type { ChannelPatch as Patch, NewChannel as Input } from "@parlour/protocol/api";
import type { ChannelChange, ChannelRecord } from "../../store/settings/channels/channel.ts";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { generatePublicId, generateRandomString } from "../../auth/secrets.ts";
import { requireText } from "../../settings/texts.ts";
import { createChannel, type Seal } from "../../store/settings/channels/channel-changes.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Creates a chat API channel with its defaults (CH-001, CH-003). Returns its id. */
export async function insertChannel(
  tx: Sql,
  principal: Principal,
  input: Input,
  { secret, seal, now }: { readonly secret: string; readonly seal: Seal; readonly now: number },
): Promise<number> {
  const id = await createChannel(
    tx,
    principal.accountId,
    {
      kind: "api",
      name: input.name,
      publicId: generatePublicId(),
      enabled: input.enabled ?? true,
      endpointUrl: input.endpoint_url,
      chunked: input.chunked ?? false,
      appendPublicId: input.append_public_id ?? true,
      mediaAs: input.media_as ?? "media objects",
      botAvailable: input.bot_available ?? false,
      managed: false,
      operators: input.operators,
      randomString: generateRandomString(),
      secret,
      createdBy: principal.operatorId,
      now,
    },
    seal,
  );
  // There are 62^10 public ids, so a duplicate means a broken random source.
  if (id === null) throw new Error("a new public id exists already");
  return id;
}

/** Converts a request body to a change for the store. Absent fields stay unchanged. */
export function toChannelChange(
  body: Patch,
  parts: Pick<ChannelChange, "widget" | "connector">,
): ChannelChange {
  return {
    ...parts,
    name: body.name === undefined ? undefined : requireText(body.name, "name"),
    enabled: body.enabled,
    endpointUrl: body.endpoint_url,
    chunked: body.chunked,
    appendPublicId: body.append_public_id,
    mediaAs: body.media_as,
    botAvailable: body.bot_available,
    operators: body.operators,
  };
}

/** Throws if the body contains fields of another channel kind. */
export function rejectOtherKindFields(
  row: Pick<ChannelRecord, "kind" | "widget" | "connector">,
  body: Patch,
): void {
  const apiFields = ["endpoint_url", "chunked", "append_public_id", "media_as"] as const;
  const otherFields = [
    ...(row.widget === null ? (["widget"] as const) : (["bot_available"] as const)),
    ...(row.connector === null ? (["settings"] as const) : []),
    ...(row.widget === null && row.connector === null ? [] : apiFields),
  ];
  const field = otherFields.find((name) => body[name] !== undefined);
  if (field !== undefined)
    refuse("invalid_request", `A channel of kind ${row.kind} has no ${field}.`, { field });
}
/** Throws if the channel has no endpoint of an integrator, which could be rotated or tested. */
export function rejectWithoutEndpoint(row: Pick<ChannelRecord, "widget" | "connector">): void {
  if (row.widget !== null) refuse("not_found", "A site widget has no endpoint.");
  if (row.connector !== null)
    refuse("not_found", "The service of this channel has no endpoint that Parlour could change.");
}
