import type { FastifyPluginAsync } from "fastify";
import { reportRoutes } from "./report.ts";
import { startCallTimers, type CallTimers, type CallTimersDeps } from "../timers/call-timers.ts";
import type { WriteCommand } from "../core/command.ts";
import type { Log } from "../log.ts";
import type { Db } from "../store/database/sql.ts";
import { findCallById } from "../store/chats/call.ts";
import { findReportingAccount } from "../store/settings/integrations/call.ts";

export interface CallServicesDeps extends CallTimersDeps {
  readonly db: Db;
  readonly write: WriteCommand;
  readonly log: Log;
}

/** Starts the timers of calls and creates the routes that telephony servers report to. */
export async function startCallServices(
  deps: CallServicesDeps,
): Promise<{ readonly reader: CallTimers; readonly routes: FastifyPluginAsync }> {
  const { db, write, clock, log } = deps;
  const reader = await startCallTimers(deps);
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
