import type { AccountConfig } from "../../account-config.ts";
import type { ChatData, VisitorData } from "../../event.ts";
import { fail, type Failure } from "../../failure.ts";

/** Returns the failure that names the fields missing before the close (FLD-023), or null. */
export function findFieldsToClose(
  { fields = [] }: AccountConfig,
  chat: ChatData,
  visitor: VisitorData,
): Failure | null {
  const missing = fields.filter(
    ({ required, object, key }) =>
      required === "close" && (object === "chat" ? chat : visitor).fields?.[key] === undefined,
  );
  const [first] = missing;
  if (first === undefined) return null;
  const names = missing.map(({ name }) => name).join(", ");
  return fail("field_required", `Fill in before you close the chat: ${names}.`, {
    field: `${first.object}.${first.key}`,
  });
}
