import type { IdempotencyKey } from "../../core/command.ts";
import type { SettingsChangeResult } from "../settings/account/settings-change.ts";
import { insertAudit } from "../sign-in/sessions.ts";
import { changeEgressAllow, updateInstallation } from "../settings/installation/installation.ts";
import { runOnce } from "../settings/account/idempotent-change.ts";
import type { Sql } from "../database/sql.ts";
import { findInstallation } from "../settings/account/account.ts";
import { createCallStore } from "./calls.ts";
import { createIntegrationStores } from "./integrations.ts";
import { createReplyStores } from "./replies.ts";
import { createTriggerStore } from "./triggers.ts";
import { createChatStores } from "./chats.ts";
import { createDeliveryStores } from "./deliveries.ts";
import { createPrivacyStores } from "./privacy.ts";
import { createOperatorStores } from "./operators.ts";
import { createNotificationStores } from "./notifications.ts";
import { createChannelStores } from "./channels.ts";
import type { ServiceStoreDeps } from "./deps.ts";

export type ServiceStore = ReturnType<typeof createServiceStore>;

/** Creates all stores of the service API, grouped as `api` needs them. */
export function createServiceStore(deps: ServiceStoreDeps) {
  const { sql, secrets } = deps;
  return {
    once: <R>(tx: Sql, now: number, account: number, key: IdempotencyKey | null, run: () => Promise<SettingsChangeResult<R>>) =>
      runOnce(tx, { secrets, now }, account, key, run),
    audit: insertAudit,
    instance: {
      find: () => findInstallation(sql),
      findIn: findInstallation,
      update: updateInstallation,
      changeEgressAllow,
    },
    ...createIntegrationStores(deps),
    calls: createCallStore(deps),
    ...createReplyStores(deps),
    triggers: createTriggerStore(deps),
    ...createChatStores(deps),
    ...createDeliveryStores(deps),
    ...createPrivacyStores(deps),
    ...createOperatorStores(deps),
    ...createNotificationStores(deps),
    ...createChannelStores(deps),
  };
}
