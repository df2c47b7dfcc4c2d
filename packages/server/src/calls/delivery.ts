import { randomBytes } from "node:crypto";
import {
  buildRequest,
  createCallOutbound,
  interpretResponse,
  toCallRequest,
  type CallOutboundDeps,
} from "./outbound.ts";
import { callRetryPolicy } from "./policy.ts";
import { refuse } from "../core/failure.ts";
import { formatTime } from "../core/chat/create.ts";
import {
  toTestResult,
  type DeliveryDriver,
  type SendRequest,
  type EndpointTestResult,
} from "../delivery/index.ts";
import type { EndpointTargets } from "../delivery/queue/index.ts";
import type { Presence } from "../core/entity.ts";
import type { AccountConfig, Clock, WriteCommand } from "../core/command.ts";
import type { Reader } from "../store/database/reader.ts";
import type { Secrets } from "../store/database/seal.ts";
import type { Db } from "../store/database/sql.ts";
import { findCallById, wasCallRequestSent } from "../store/chats/call.ts";
import { readWebhookChat, readWebhookOperators } from "../store/deliveries/webhook-request-data.ts";
import { createTransactionReader } from "../store/database/transaction-reader.ts";
import { findCallDriver } from "../store/settings/integrations/call.ts";
import { version } from "../version.ts";

/** Returns whether an operator is online. */
interface PresencePort {
  of(account: number, operatorId: number): Presence;
}

/** Sends call requests to the telephony server of each account (CORE-232). */
export interface CallDelivery {
  readonly outbound: DeliveryDriver;
  /** Throws Refusal `not_found` if the account has no telephony server. */
  test(account: number): Promise<EndpointTestResult>;
  /** Connects presence. Until this is called, every operator counts as offline. */
  setPresence(presence: PresencePort): void;
}
export interface CallDeliveryDeps {
  readonly db: Db;
  readonly reader: Reader;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly write: WriteCommand;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly send: SendRequest;
  readonly queue: EndpointTargets;
  readonly publicUrl: () => string;
}

export function createCallDelivery(deps: CallDeliveryDeps): CallDelivery {
  const { db, reader, config, write, secrets, clock } = deps;
  const reportUrl = async (account: number): Promise<string | null> => {
    const driver = await findCallDriver(createTransactionReader(db), account);
    return driver === null
      ? null
      : `${deps.publicUrl()}/calls/${secrets.open(driver.reportSecret)}`;
  };
  let presence: PresencePort | null = null;
  const lines: CallOutboundDeps["getOperatorLines"] = async (account, ids) =>
    (await readWebhookOperators(reader, account, ids))
      .map(({ id, name, phone }) => ({ id, name, phone: phone ?? "" }))
      .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return {
    outbound: createCallOutbound({
      version,
      clock,
      write,
      config: config,
      findCall: (account, id) => findCallById(db, account, id),
      findChat: (account, chatId) => readWebhookChat(reader, account, chatId),
      presence: (account, operatorId) => presence?.of(account, operatorId) ?? "offline",
      wasRequestSent: (account, endpointId, call) =>
        wasCallRequestSent(db, account, endpointId, call),
      getOperatorLines: lines,
      reportUrl,
    }),
    test: (account) => sendTestCall(deps, account, reportUrl),
    setPresence(source) {
      presence = source;
    },
  };
}

/** Sends one call request with `test`. Throws Refusal `not_found`. */
async function sendTestCall(
  { db, queue, clock, send }: CallDeliveryDeps,
  account: number,
  reportUrl: (account: number) => Promise<string | null>,
): Promise<EndpointTestResult> {
  const driver = await findCallDriver(createTransactionReader(db), account);
  const target =
    driver === null ? null : await queue.findEndpointTarget(account, driver.endpointId);
  if (target === null) refuse("not_found", "No telephony server set. Save its URL first.");
  const at = formatTime(clock.now());
  const call = {
    id: 1,
    chat_id: 1,
    type: "callback",
    phone: "+10000000000",
    created_at: at,
    status: "start",
    operator: null,
    reason: null,
    record_url: null,
    updated_at: at,
  } as const;
  const body = toCallRequest(call, { reportUrl: (await reportUrl(account)) ?? "", lines: [] });
  const id = `call_test_${randomBytes(8).toString("hex")}`;
  const built = buildRequest(version, target.endpoint.url, { ...body, test: true }, id);
  const sent = await send(target, built, callRetryPolicy);
  return toTestResult(sent, interpretResponse(sent.reply));
}
