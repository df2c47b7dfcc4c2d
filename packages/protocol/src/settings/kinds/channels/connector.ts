import { listKind } from "../../kind.ts";
import { channel } from "./channel.ts";

const { name, public_id, enabled, operators } = channel.fields;

/** CON-010. `settings` are fields of the service, in `settings/connectors`. */
export const connector = listKind({
  kind: "channel",
  path: "channels",
  label: "connector",
  table: "channel",
  part: "channels",
  key: "public_id",
  fields: { name, public_id, enabled, operators },
});
