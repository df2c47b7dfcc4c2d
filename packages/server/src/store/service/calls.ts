import type { CallFilter } from "../chats/call-record.ts";
import type { ChatVisibility } from "../chats/chat-record.ts";
import { createCallDriver, findCallDriver } from "../settings/integrations/call.ts";
import { setEndpointUrl, rotateEndpointSecret } from "../settings/integrations/endpoint-changes.ts";
import type { Sql } from "../database/sql.ts";
import { countWaitingCalls, findCall, listCalls } from "../chats/call.ts";
import { listCallMessages } from "../chats/message.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the store of calls and their telephony server for `api`. */
export function createCallStore({ reader, sql, secrets }: ServiceStoreDeps) {
  const seal = (text: string) => secrets.seal(text);
  return {
    list: (account: number, sight: ChatVisibility, filter: CallFilter) => listCalls(reader, account, sight, filter),
    find: (account: number, sight: ChatVisibility, id: number) => findCall(reader, account, sight, id),
    lines: (account: number, chatId: number) => listCallMessages(reader, account, chatId),
    countWaiting: (account: number, sight: ChatVisibility) => countWaitingCalls(reader, account, sight),
    driver: (account: number) => findCallDriver(sql, account),
    driverIn: findCallDriver,
    createDriver: (tx: Sql, account: number, row: Parameters<typeof createCallDriver>[2]) => createCallDriver(tx, account, row, seal),
    moveDriver: setEndpointUrl,
    rotateDriverSecret: (tx: Sql, account: number, endpointId: number, to: Parameters<typeof rotateEndpointSecret>[3]) =>
      rotateEndpointSecret(tx, account, endpointId, to, seal),
  };
}
