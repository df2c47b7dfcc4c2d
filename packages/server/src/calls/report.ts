import type { FastifyPluginAsync } from "fastify";
import { Type, type Static } from "typebox";
import { advanceCall, type AdvanceCall } from "../core/call/advance.ts";
import { callFailures, type CallFailure } from "../core/call/transitions.ts";
import type { Call, CallStatus } from "../core/entity.ts";
import { refuse } from "../core/failure.ts";
import type { Clock, WriteCommand } from "../core/command.ts";

/** Servers may use either spelling of a connection status (WH-027). */
const statusBySpelling = {
  agent_connected: "agent_connected",
  agentconnected: "agent_connected",
  client_connected: "client_connected",
  clientconnected: "client_connected",
  end: "end",
  error: "error",
} as const satisfies Readonly<Record<string, CallStatus>>;
type ReportedStatus = (typeof statusBySpelling)[keyof typeof statusBySpelling];

/** A report of a telephony server (CORE-233). */
const CallReport = Type.Object({
  call_id: Type.Union([
    Type.String({ pattern: "^[1-9][0-9]{0,15}$" }),
    Type.Integer({ minimum: 1 }),
  ]),
  status: Type.Unsafe<keyof typeof statusBySpelling>({ enum: Object.keys(statusBySpelling) }),
  /** Reason of the status `error`. Unknown reasons are stored as `provider_error`. */
  reason: Type.Optional(Type.String({ maxLength: 255 })),
  operator_id: Type.Optional(
    Type.Union([Type.String({ pattern: "^[1-9][0-9]{0,15}$" }), Type.Integer({ minimum: 1 })]),
  ),
  /** `end` only: another report with the recording follows within 30 s (CORE-106). */
  record: Type.Optional(Type.Boolean()),
  /** URL of an mp3 recording. */
  record_url: Type.Optional(Type.String({ maxLength: 2048 })),
});
type CallReport = Static<typeof CallReport>;

export interface ReportDeps {
  /** Returns the account whose report URL contains this secret, or null if there is none. */
  readonly findAccountBySecret: (secret: string) => Promise<number | null>;
  readonly findCall: (account: number, callId: number) => Promise<Call | null>;
  readonly write: WriteCommand;
  readonly awaitRecord: (recordRequest: {
    account: number;
    callId: number;
    chatId: number;
    at: number;
  }) => Promise<void>;
  /** When the server reported the end of a call with an awaited recording, or null. */
  readonly findReportedEnd: (account: number, callId: number) => Promise<number | null>;
  readonly clock: Clock;
  readonly log: { info(fields: object, message: string): void };
}

/**
 * Registers `POST /calls/<secret>`, where the telephony server reports about a call. A repeated or
 * outdated report has no effect and is logged.
 */
export function reportRoutes(deps: ReportDeps): FastifyPluginAsync {
  return async (app) => {
    app.route({
      method: "POST",
      url: "/calls/:secret",
      schema: { body: CallReport },
      handler: async (request, reply) => {
        const account = await deps.findAccountBySecret(
          (request.params as { readonly secret: string }).secret,
        );
        if (account === null) return refuse("not_found", "Not found");
        const ignored = await applyReport(deps, account, request.body as CallReport);
        return reply.code(200).send({ result: "ok", ignored: ignored ? true : undefined });
      },
    });
  };
}

async function applyReport(
  deps: ReportDeps,
  account: number,
  report: CallReport,
): Promise<boolean> {
  const callId = Number(report.call_id);
  const call = Number.isSafeInteger(callId) ? await deps.findCall(account, callId) : null;
  if (call === null) return refuse("not_found", "There is no such call.", { field: "call_id" });
  const at = deps.clock.now();
  const status = statusBySpelling[report.status];
  if (
    status === "end" &&
    report.record === true &&
    report.record_url === undefined &&
    call.status !== "end" &&
    call.status !== "error"
  ) {
    await deps.awaitRecord({ account, callId, chatId: call.chat_id, at });
    return false;
  }
  // The call ended when its end was first reported, not when the recording arrived. The difference
  // matters because minutes are charged (CORE-105).
  const endedAt = status === "end" ? await deps.findReportedEnd(account, callId) : null;
  const move = toCallAdvance(call, status, report);
  const result = await deps.write({
    account,
    subject: { chat: call.chat_id },
    handler: advanceCall({
      ...move,
      isReported: true,
      at: endedAt ?? undefined,
      operatorId: report.operator_id === undefined ? undefined : Number(report.operator_id),
    }),
  });
  const { ignored } = result.answer;
  if (ignored)
    deps.log.info({ account, call: callId, from: call.status, to: status }, "call.report_ignored");
  return ignored;
}

function toCallAdvance(call: Call, status: ReportedStatus, report: CallReport): AdvanceCall {
  if (status === "error")
    return { callId: call.id, to: "error", reason: toCallFailure(report.reason) };
  if (status !== "end") return { callId: call.id, to: status };
  const url = report.record_url;
  return {
    callId: call.id,
    to: "end",
    recordUrl: url !== undefined && isRecordUrl(url) ? url : undefined,
  };
}
function toCallFailure(text: string | undefined): CallFailure {
  return callFailures.find((failure) => failure === text) ?? "provider_error";
}
const isRecordUrl = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
