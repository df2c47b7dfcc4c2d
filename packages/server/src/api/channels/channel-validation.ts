import type { ChannelPatch as Patch } from "@parlour/protocol/api";
import { channel } from "@parlour/protocol/settings/kinds/channels/channel";
import { widget } from "@parlour/protocol/settings/kinds/channels/widget";
import type { ChannelRecord, StoredConnector } from "../../store/settings/channels/channel.ts";
import type { ChannelKind } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import { createNewValues, parseBody } from "../../settings/kind/values.ts";

const fields = { ...channel.fields, widget: widget.fields.widget };
/** Returns the values of a body of any kind as they are stored, and throws for a wrong one. */
export const parseChannel = <B extends object>(body: B): B => parseBody(fields, body);
/** Returns the defaults of a chat API channel, with new secrets. */
export const createChannelValues = () => createNewValues(channel.fields);

/** The settings of a channel that its change is checked against. */
export interface EditedChannel {
  readonly kind: ChannelKind;
  readonly managed: boolean;
  readonly values: ChannelRecord["values"];
  readonly connector: StoredConnector | null;
}

/** Throws if the body contains fields of another channel kind. */
export function rejectOtherKindFields(
  { kind, values: { widget }, connector }: EditedChannel,
  body: Patch,
): void {
  const apiFields = [
    "endpoint_url",
    "chunked",
    "append_public_id",
    "media_as",
    "message_changes",
  ] as const;
  const otherFields = [
    ...(widget === null ? (["widget"] as const) : (["bot_available"] as const)),
    ...(connector === null ? (["settings"] as const) : []),
    ...(widget === null && connector === null ? [] : apiFields),
  ];
  const field = otherFields.find((name) => body[name] !== undefined);
  if (field !== undefined)
    refuse("invalid_request", `A channel of kind ${kind} has no ${field}.`, { field });
}
/** Throws if the channel has no endpoint of an integrator, which could be rotated or tested. */
export function rejectWithoutEndpoint({ kind, facts }: ChannelRecord): void {
  if (kind === "widget") refuse("not_found", "A site widget has no endpoint.");
  if (facts.connector !== null)
    refuse("not_found", "The service of this channel has no endpoint that Parlour could change.");
}
