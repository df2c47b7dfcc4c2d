import type { AccountField } from "../../../core/entity.ts";
import type { AccountRecord } from "./account.ts";

const allFields: Readonly<Record<AccountField, true>> = {
  name: true,
  locale: true,
  accent: true,
  safe_url: true,
  trust_webhook_links: true,
};

/**
 * Returns the account settings that the provisioning file manages (CFG-025). If an earlier release
 * applied the file, returns all of them.
 */
export function getManagedFields({
  managed,
  managedFields,
}: Pick<AccountRecord, "managed" | "managedFields">): readonly AccountField[] {
  if (!managed) return [];
  return managedFields ?? (Object.keys(allFields) as AccountField[]);
}
