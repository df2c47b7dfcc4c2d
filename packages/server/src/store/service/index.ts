import type { IdempotencyKey } from "../../core/command.ts";
import type { SettingsChangeResult } from "../../core/record/change.ts";
import { insertAudit } from "../sessions.ts";
import { changeEgressAllow, updateInstance } from "../settings/instance.ts";
import { once } from "../settings/once.ts";
import type { Sql } from "../sql.ts";
import { findInstance } from "../queries/account.ts";
import { openCallStore } from "./calls.ts";
import { openIntegrationStores } from "./integrations.ts";
import { openWritingStores } from "./writing.ts";
import { openTriggerStore } from "./triggers.ts";
import { openChatStores } from "./chats.ts";
import { openLedgerStores } from "./ledger.ts";
import { openDataStores } from "./data.ts";
import { openPeopleStores } from "./people.ts";
import { openNoticeStores } from "./notices.ts";
import { openChannelStores } from "./channels.ts";
import type { ServiceStoreDeps } from "./deps.ts";

export type ServiceStore = ReturnType<typeof openServiceStore>;

/** Creates all stores of the service API, grouped as `edges/operator` needs them. */
export function openServiceStore(deps: ServiceStoreDeps) {
  const { sql, secrets } = deps;
  return {
    once: <R>(tx: Sql, now: number, account: number, key: IdempotencyKey | null, run: () => Promise<SettingsChangeResult<R>>) =>
      once(tx, { secrets, now }, account, key, run),
    audit: insertAudit,
    instance: {
      find: () => findInstance(sql),
      findIn: findInstance,
      update: updateInstance,
      changeEgressAllow,
    },
    ...openIntegrationStores(deps),
    calls: openCallStore(deps),
    ...openWritingStores(deps),
    triggers: openTriggerStore(deps),
    ...openChatStores(deps),
    ...openLedgerStores(deps),
    ...openDataStores(deps),
    ...openPeopleStores(deps),
    ...openNoticeStores(deps),
    ...openChannelStores(deps),
  };
}
