import { findActiveOperators } from "../settings/channels/channel-changes.ts";
import { createBot, deleteBot, rotateBotSecret, updateBot } from "../settings/integrations/bot-changes.ts";
import {
  createProvider,
  deleteProvider,
  findFirstAccountOfProvider,
  lockAccountsOfProvider,
  updateProvider,
} from "../settings/integrations/bot-provider-changes.ts";
import { createDepartment, deleteDepartment, updateDepartment } from "../settings/account/department-changes.ts";
import { findExistingChannels } from "../settings/integrations/endpoint-changes.ts";
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from "../settings/integrations/webhook-changes.ts";
import type { Sql } from "../database/sql.ts";
import { findBot, listBots } from "../settings/integrations/bot.ts";
import { isExistingAccount, findProvider, listProviders } from "../settings/integrations/bot-provider.ts";
import { findDepartment, listDepartments } from "../settings/account/department.ts";
import { readerForTransaction } from "../database/transaction-reader.ts";
import type { ServiceStoreDeps } from "./deps.ts";
import { findWebhook, listWebhooks } from "../settings/integrations/webhook.ts";

/** Creates the stores of departments, bot providers, bots and webhooks for `api`. */
export function createIntegrationStores({ reader, sql, secrets }: ServiceStoreDeps) {
  const seal = (text: string) => secrets.seal(text);
  return {
    departments: {
      list: (account: number) => listDepartments(reader, account),
      find: (account: number, id: number) => findDepartment(reader, account, id),
      findIn: (tx: Sql, account: number, id: number) => findDepartment(readerForTransaction(tx), account, id),
      activeOperators: findActiveOperators,
      create: createDepartment,
      update: updateDepartment,
      remove: deleteDepartment,
    },
    botProviders: {
      list: (account: number | null) => listProviders(sql, account),
      find: (account: number | null, id: string) => findProvider(sql, account, id),
      findIn: findProvider,
      accountExists: isExistingAccount,
      create: createProvider,
      update: updateProvider,
      remove: deleteProvider,
      firstAccountOf: (id: string, account: number) => findFirstAccountOfProvider(sql, id, account),
      lockAccountsOf: lockAccountsOfProvider,
    },
    bots: {
      list: (account: number) => listBots(sql, account),
      find: (account: number, id: number) => findBot(sql, account, id),
      findIn: findBot,
      knownChannels: findExistingChannels,
      create: (tx: Sql, account: number, row: Parameters<typeof createBot>[2]) => createBot(tx, account, row, seal),
      update: (tx: Sql, account: number, id: number, change: Parameters<typeof updateBot>[3]) => updateBot(tx, account, id, change, seal),
      remove: deleteBot,
      rotateSecret: (tx: Sql, account: number, id: number, secret: string, now: number) =>
        rotateBotSecret(tx, account, id, secret, seal, now),
    },
    webhooks: {
      list: (account: number) => listWebhooks(reader, account),
      find: (account: number, id: number) => findWebhook(reader, account, id),
      findIn: (tx: Sql, account: number, id: number) => findWebhook(readerForTransaction(tx), account, id),
      knownChannels: findExistingChannels,
      create: (tx: Sql, account: number, row: Parameters<typeof createWebhook>[2]) => createWebhook(tx, account, row, seal),
      update: updateWebhook,
      remove: deleteWebhook,
      rotateSecret: (tx: Sql, account: number, id: number, secret: string, now: number) =>
        rotateWebhookSecret(tx, account, id, secret, seal, now),
    },
  };
}
