import type { IdempotencyKey } from "../../core/ports.ts";
import { orderErasure } from "../erase-visitor.ts";
import type { Reader } from "../reader.ts";
import { readPolicy, setPolicy } from "../factors.ts";
import { findSignIn, insertAudit } from "../sessions.ts";
import { readVisitorData } from "../visitor-data.ts";
import type { Sql } from "../sql.ts";
import { suspendAccount, tryCreateAccount } from "../settings/account.ts";
import { updateAccount } from "../settings/account-settings.ts";
import { createApiKey, deleteApiKey } from "../settings/api-key.ts";
import {
  activeOperators,
  createChannel,
  createWidgetChannel,
  deleteChannel,
  rotateChannelAddress,
  rotateChannelSecret,
  setIdentitySecret,
  updateChannel,
} from "../settings/channel.ts";
import {
  addBlacklistEntry,
  changeBlacklistEntry,
  liftBlacklistEntry,
  sameBlacklistEntries,
  settleBlacklist,
} from "../settings/blacklist.ts";
import { setOperatorDepartments } from "../settings/department.ts";
import { pauseEndpoint, resumeEndpoint } from "../settings/endpoint-switch.ts";
import { changeEgressAllow, updateInstance } from "../settings/instance.ts";
import { firstAccount, lockOtherAccounts, readMail, setMail, setMailWishes, writeMailLanguage } from "../settings/mail.ts";
import { lockOidc, readOidc, setOidc } from "../settings/oidc.ts";
import { putPushDevice, putSelfTest, removePushDevice } from "../settings/push.ts";
import { readRetention, setRetention } from "../settings/retention.ts";
import { once, type Change, type Secrets } from "../settings/once.ts";
import { armReset, createOperator, endSessions, lockOperator, otherOwners, updateOperator, useReset } from "../settings/operator.ts";
import { findAccount, findInstance, listApiKeys } from "./account.ts";
import { findAccountOverview, listAccounts } from "./account-list.ts";
import { listAudit, listAuditActions, verifyAudit, type AuditFilter } from "./audit.ts";
import { findBlacklistEntry, listBlacklist } from "./blacklist.ts";
import { openCallStore } from "./calls.ts";
import { findChannel, listChannels } from "./channel.ts";
import { countChats, openChatCounts } from "./chat-counts.ts";
import { listChats } from "./chat-list.ts";
import { placeInQueue } from "./chat-queue.ts";
import { findChat, locateChat, openChatsOf } from "./chat.ts";
import { listDeliveries } from "./delivery-list.ts";
import { findDelivery } from "./delivery.ts";
import { findErasure, listErasures } from "./erasure.ts";
import { findEndpoint, listEndpoints } from "./endpoint.ts";
import { inside } from "./inside.ts";
import { openIntegrationStore } from "./integrations.ts";
import { listMessages } from "./message.ts";
import { findInvited, findOperator, listOperators } from "./operator.ts";
import { findPushDevice, listPushDevices, listReach } from "./push.ts";
import { findMailWishes } from "./mail.ts";
import { countOfflineMessages, deliveriesById, findOfflineMessage, listOfflineMessages } from "./offline-message.ts";
import { setReadMark } from "./read-mark.ts";
import { previewRetention, readFigures } from "./retention.ts";
import { readNames, readReport } from "./report.ts";
import { readHours } from "./report-hours.ts";
import { listCounted, listFacts } from "./report-chats.ts";
import { searchChats, stemsOf } from "./search.ts";
import { openWritingStore } from "./writing.ts";
import { openTriggerStore } from "./triggers.ts";
import { listVisits } from "./visit.ts";
import { findVisitor, listSeenVisitors, listVisitors, listVisitorsOf } from "./visitor.ts";

export interface ServiceStoreDeps {
  readonly reader: Reader;
  /** Connections of the writer role: plain rows outside the journal (read marks), and the instance row, which no account owns. */
  readonly sql: Sql;
  readonly secrets: Secrets;
}

export type ServiceStore = ReturnType<typeof openServiceStore>;

/** Everything that the service API reads and writes, grouped as `edges/operator` asks for it. */
export function openServiceStore({ reader, sql, secrets }: ServiceStoreDeps) {
  const seal = (text: string) => secrets.seal(text);
  return {
    once: <R>(tx: Sql, now: number, account: number, key: IdempotencyKey | null, run: () => Promise<Change<R>>) =>
      once(tx, { secrets, now }, account, key, run),
    audit: insertAudit,
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
      list: (chain: number, filter: AuditFilter) => listAudit(sql, chain, filter),
      actions: (chain: number) => listAuditActions(sql, chain),
      verify: (chain: number) => verifyAudit(sql, chain),
    },
    chats: {
      list: bound(reader, listChats),
      find: bound(reader, findChat),
      locate: bound(reader, locateChat),
      messages: bound(reader, listMessages),
      counts: bound(reader, countChats),
      openCounts: bound(reader, openChatCounts),
      placeInQueue: bound(reader, placeInQueue),
      openOf: bound(reader, openChatsOf),
      setReadMark: (account: number, chatId: number, operatorId: number, mark: { readonly seq: number; readonly back: boolean }) =>
        setReadMark(sql, account, chatId, operatorId, mark),
    },
    visitors: {
      list: bound(reader, listVisitors),
      listSeen: bound(reader, listSeenVisitors),
      find: bound(reader, findVisitor),
      listOf: bound(reader, listVisitorsOf),
      visits: bound(reader, listVisits),
      data: bound(reader, readVisitorData),
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
    search: { chats: bound(reader, searchChats), stems: bound(reader, stemsOf) },
    reports: {
      read: bound(reader, readReport),
      hours: bound(reader, readHours),
      names: bound(reader, readNames),
      chats: bound(reader, listCounted),
      facts: bound(reader, listFacts),
    },
    deliveries: { list: bound(reader, listDeliveries), find: bound(reader, findDelivery) },
    endpointRows: {
      list: bound(reader, listEndpoints),
      find: bound(reader, findEndpoint),
      findIn: (tx: Sql, account: number, id: number, now: number) => findEndpoint(inside(tx), account, id, now),
      pause: pauseEndpoint,
      resume: resumeEndpoint,
    },
    channels: {
      list: bound(reader, listChannels),
      find: bound(reader, findChannel),
      findIn: (tx: Sql, account: number, id: number) => findChannel(inside(tx), account, id),
      create: (tx: Sql, account: number, row: Parameters<typeof createChannel>[2]) => createChannel(tx, account, row, seal),
      createWidget: createWidgetChannel,
      update: updateChannel,
      remove: deleteChannel,
      activeOperators,
      rotateAddress: (tx: Sql, account: number, id: number, randomString: string, now: number) =>
        rotateChannelAddress(tx, account, id, randomString, seal, now),
      rotateSecret: (tx: Sql, account: number, id: number, secret: string, now: number) =>
        rotateChannelSecret(tx, account, id, secret, seal, now),
      setIdentitySecret: (tx: Sql, account: number, id: number, secret: string | null) => setIdentitySecret(tx, account, id, secret, seal),
    },
    operators: {
      list: bound(reader, listOperators),
      find: bound(reader, findOperator),
      findByEmail: async (email: string) => {
        const row = await findSignIn(sql, email);
        return row?.active === true ? row : null;
      },
      findInvited: bound(reader, findInvited),
      findIn: (tx: Sql, account: number, id: number) => findOperator(inside(tx), account, id),
      create: createOperator,
      update: updateOperator,
      lock: lockOperator,
      otherOwners,
      setDepartments: setOperatorDepartments,
      armReset,
      useReset,
      endSessions,
    },
    accounts: {
      find: bound(reader, findAccount),
      findIn: (tx: Sql, account: number) => findAccount(inside(tx), account),
      list: () => listAccounts(sql),
      overviewIn: findAccountOverview,
      create: tryCreateAccount,
      suspend: suspendAccount,
      update: updateAccount,
    },
    apiKeys: {
      list: bound(reader, listApiKeys),
      listIn: (tx: Sql, account: number) => listApiKeys(inside(tx), account),
      create: createApiKey,
      remove: deleteApiKey,
    },
    pushDevices: {
      list: (account: number, operator: number, now: number) => listPushDevices(sql, account, operator, now),
      find: (account: number, id: number, now: number) => findPushDevice(sql, account, id, now),
      findIn: findPushDevice,
      put: (tx: Sql, account: number, row: Parameters<typeof putPushDevice>[2]) => putPushDevice(tx, account, row, seal),
      remove: removePushDevice,
      reach: (account: number, now: number) => listReach(sql, account, now),
      putSelfTest: (account: number, operator: number, broken: readonly string[], now: number) =>
        putSelfTest(sql, account, operator, broken, now),
    },
    offlineMessages: {
      list: bound(reader, listOfflineMessages),
      find: bound(reader, findOfflineMessage),
      count: bound(reader, countOfflineMessages),
      deliveries: bound(reader, deliveriesById),
    },
    mailRows: {
      read: () => readMail(sql),
      readIn: readMail,
      set: setMail,
      firstAccount: () => firstAccount(sql),
      lockOthers: lockOtherAccounts,
      seal,
      wishes: (account: number, operator: number) => findMailWishes(sql, account, operator),
      setWishes: setMailWishes,
      setLanguage: writeMailLanguage,
    },
    policy: {
      read: (account: number) => readPolicy(sql, account),
      readIn: readPolicy,
      set: setPolicy,
    },
    oidcRows: { list: () => readOidc(sql), lock: lockOidc, set: setOidc, seal },
    instance: {
      find: () => findInstance(sql),
      findIn: findInstance,
      update: updateInstance,
      changeEgressAllow,
    },
    ...openIntegrationStore({ reader, sql, secrets }, inside),
    calls: openCallStore({ reader, sql, secrets }),
    ...openWritingStore({ reader, sql }, inside),
    triggers: openTriggerStore(reader, inside),
  };
}

const bound =
  <A extends readonly unknown[], R>(reader: Reader, query: (reader: Reader, ...rest: A) => R) =>
  (...rest: A): R =>
    query(reader, ...rest);
