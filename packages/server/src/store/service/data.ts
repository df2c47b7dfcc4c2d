import type { AuditPage } from "../../core/record/audit.ts";
import { orderErasure } from "../erasure.ts";
import {
  addBlacklistEntry,
  changeBlacklistEntry,
  liftBlacklistEntry,
  sameBlacklistEntries,
  settleBlacklist,
} from "../settings/blacklist.ts";
import { readRetention, setRetention } from "../settings/retention.ts";
import type { Sql } from "../sql.ts";
import { listAudit, listAuditActions, verifyAudit } from "../queries/audit.ts";
import { findBlacklistEntry, listBlacklist } from "../queries/blacklist.ts";
import { findErasure, listErasures } from "../queries/erasure.ts";
import { inside } from "../queries/inside.ts";
import { previewRetention, readFigures } from "../queries/retention.ts";
import { bound } from "./bound.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of erasures, retention, audit log and block list for `edges/operator`. */
export function openDataStores({ reader, sql }: Pick<ServiceStoreDeps, "reader" | "sql">) {
  return {
    erasures: {
      list: bound(reader, listErasures),
      find: bound(reader, findErasure),
      order: orderErasure,
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
      list: bound(reader, listBlacklist),
      find: bound(reader, findBlacklistEntry),
      findIn: (tx: Sql, account: number, id: number) => findBlacklistEntry(inside(tx), account, id),
      same: sameBlacklistEntries,
      settle: settleBlacklist,
      add: addBlacklistEntry,
      change: changeBlacklistEntry,
      lift: liftBlacklistEntry,
    },
  };
}
