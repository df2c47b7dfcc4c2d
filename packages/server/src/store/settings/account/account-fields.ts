import { accountFields } from "@parlour/protocol/settings/kinds/account/account";
import type { AccountField } from "../../../core/entity.ts";
import type { AccountRecord } from "./account.ts";

/**
 * Returns the account settings that the provisioning file manages (CFG-025). If an earlier release
 * applied the file, returns all of them.
 */
export function getManagedFields({
  managed,
  managedFields,
}: {
  readonly managed: boolean;
  readonly managedFields: AccountRecord["managedFields"];
}): readonly AccountField[] {
  if (!managed) return [];
  return managedFields ?? accountFields;
}
