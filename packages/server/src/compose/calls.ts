import { randomBytes } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import {
  buildRequest,
  createCallOutbound,
  callRetryPolicy,
  interpretResponse,
  reportRoutes,
  toCallRequest,
  type CallOutboundDeps,
} from "../calls/index.ts";
import { refuse } from "../core/failure.ts";
import { formatTime } from "../core/chat/create.ts";
import {
  toTestResult,
  type DeliveryDriver,
  type SendRequest,
  type TestResult,
} from "../delivery/index.ts";
import { startCallTimers, type CallTimers } from "../timers/call-timers.ts";
import type { DeliveryQueue } from "../delivery/queue/index.ts";
import type { Realtime } from "../realtime/index.ts";
import { findCallById, wasCallRequestSent } from "../store/chats/call.ts";
import { readWebhookChat, readWebhookOperators } from "../store/deliveries/webhook-request-data.ts";
import { findCallDriver, findReportingAccount } from "../store/settings/integrations/call.ts";
import { version } from "../version.ts";
import type { BaseServices } from "./base.ts";

/** Sends call requests to the telephony server of each account (CORE-232). */
export interface CallDelivery {
  readonly outbound: DeliveryDriver;
  /**
   * Sends one request with `test` to the telephony server of an account. Throws Refusal `not_found`
   * if none is configured.
   */
  test(account: number): Promise<TestResult>;
  /** Connects presence. Until this is called, every operator counts as offline. */
  setPresence(presence: Pick<Realtime["presence"], "of">): void;
}
export function createCallDelivery(
  ground: BaseServices,
  send: SendRequest,
  queue: Pick<DeliveryQueue, "findEndpointTarget">,
): CallDelivery {
  const { db, pools, journal, write, clock, secrets } = ground;
  const reportUrl = async (account: number): Promise<string | null> => {
    const driver = await findCallDriver(db, account);
    return driver === null
      ? null
      : `${ground.addresses().publicUrl}/calls/${secrets.open(driver.reportSecret)}`;
  };
  let presence: Pick<Realtime["presence"], "of"> | null = null;
  const lines: CallOutboundDeps["getOperatorLines"] = async (account, ids) =>
    (await readWebhookOperators(pools.reader, account, ids))
      .map(({ id, name, phone }) => ({ id, name, phone: phone ?? "" }))
      .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return {
    outbound: createCallOutbound({
      version,
      write,
      config: (account) => journal.config(account),
      findCall: (account, id) => findCallById(db, account, id),
      findChat: (account, chatId) => readWebhookChat(pools.reader, account, chatId),
      presence: (account, operatorId) => presence?.of(account, operatorId) ?? "offline",
      wasRequestSent: (account, endpointId, call) =>
        wasCallRequestSent(db, account, endpointId, call),
      getOperatorLines: lines,
      reportUrl,
    }),
    async test(account) {
      const driver = await findCallDriver(db, account);
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
      } as const;
      const body = toCallRequest(
        {
          ...call,
          status: "start",
          operator: null,
          reason: null,
          record_url: null,
          updated_at: at,
        },
        { reportUrl: (await reportUrl(account)) ?? "", lines: [] },
      );
      const id = `call_test_${randomBytes(8).toString("hex")}`;
      const sent = await send(
        target,
        buildRequest(version, target.endpoint.url, { ...body, test: true }, id),
        callRetryPolicy,
      );
      return toTestResult(sent, interpretResponse(sent.reply));
    },
    setPresence(source) {
      presence = source;
    },
  };
}

/** Starts the timers of calls and creates the routes that telephony servers report to. */
export async function startCallServices(
  ground: BaseServices,
): Promise<{ readonly reader: CallTimers; readonly routes: FastifyPluginAsync }> {
  const { db, pools, journal, write, clock, log, onFault } = ground;
  const reader = await startCallTimers({ journal, pool: pools.writer, clock, onFault });
  return {
    reader,
    routes: reportRoutes({
      findAccountBySecret: (secret) => findReportingAccount(db, secret),
      findCall: (account, id) => findCallById(db, account, id),
      write,
      awaitRecord: (call) => reader.awaitRecord(call),
      findReportedEnd: (account, callId) => reader.getReportedEnd(account, callId),
      clock,
      log,
    }),
  };
}
