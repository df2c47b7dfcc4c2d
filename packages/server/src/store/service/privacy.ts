import type { AuditPage } from "../sign-in/audit-record.ts";
import { createErasure } from "../erasure/erasure.ts";
import { addBlock, updateBlock, unblock, findMatchingBlocks, expireBlocks } from "../settings/content/block-list-changes.ts";
import { readRetention, setRetention } from "../settings/account/retention-changes.ts";
import type { Sql } from "../database/sql.ts";
import { listAudit, listAuditActions, verifyAudit } from "../sign-in/audit.ts";
import { findBlock, listBlocks } from "../settings/content/block-list.ts";
import { findErasure, listErasures } from "../erasure/erasure-orders.ts";
import { readerForTransaction } from "../database/transaction-reader.ts";
import { previewRetention, readFigures } from "../settings/account/retention.ts";
import { bindReader } from "./bind-reader.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of erasures, retention, audit log and block list for `api`. */
export function createPrivacyStores({ reader, sql }: Pick<ServiceStoreDeps, "reader" | "sql">) {
  return {
    erasures: {
      list: bindReader(reader, listErasures),
      find: bindReader(reader, findErasure),
      order: createErasure,
    },
    retention: {
      find: () => readRetention(sql),
      findIn: readRetention,
      update: setRetention,
      preview: (days: Readonly<Record<string, number>>, now: number) => previewRetention(sql, days, now),
      figures: (account: number) => readFigures(sql, account),
    },
    auditLog: {
      list: (chain: number, filter: AuditPage) => listAudit(sql, chain, filter),
      actions: (chain: number) => listAuditActions(sql, chain),
      verify: (chain: number) => verifyAudit(sql, chain),
    },
    blacklist: {
      list: bindReader(reader, listBlocks),
      find: bindReader(reader, findBlock),
      findIn: (tx: Sql, account: number, id: number) => findBlock(readerForTransaction(tx), account, id),
      same: findMatchingBlocks,
      settle: expireBlocks,
      add: addBlock,
      change: updateBlock,
      lift: unblock,
    },
  };
}
