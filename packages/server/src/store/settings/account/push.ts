import { isReaderOfTexts } from "../../../core/operator/role.ts";
import type { LastFailure } from "../integrations/endpoint.ts";
import type { ChatEntity, Message, Outcome, Role, Visitor } from "../../../core/entity.ts";
import { findUnopenedAssignment } from "../../../core/routing/assigned.ts";
import { toPlainText } from "../../../core/chat/message/message-text.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../../database/parameters.ts";
import { addedPermissions } from "./operator.ts";

/** A browser in which an operator receives push notifications. */
export interface PushDeviceRecord {
  readonly id: number;
  readonly endpointId: number;
  readonly sessionId: number;
  readonly name: string;
  readonly language: "en" | "ru";
  readonly showText: boolean;
  readonly quiet: QuietHours | null;
  readonly createdAt: string;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: LastFailure | null;
}
/** Data of a new push device. */
export interface PushDeviceRow {
  readonly operatorId: number;
  readonly operatorName: string;
  readonly sessionId: number;
  readonly url: string;
  /** Keys of the push subscription as base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly name: string;
  readonly language: "en" | "ru";
  readonly showText: boolean;
  readonly quiet: QuietHours | null;
  readonly now: number;
}
/** Daily period without notifications on a device, such as `22:00` to `07:00`. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}
/** Ways in which an operator can be notified. */
export interface ReachabilityRecord {
  readonly operatorId: number;
  readonly devices: number;
  readonly lastSuccessAt: string | null;
  readonly selfTest: { readonly at: string; readonly broken: readonly string[] } | null;
}

/** Push devices of operators. The writer reads them, because the reader sees no sessions. */

/** Lists the devices of an operator with active sessions, oldest first. */
export async function listPushDevices(
  sql: Sql,
  account: number,
  operator: number,
  now: number,
): Promise<readonly PushDeviceRecord[]> {
  const rows = await sql.query<DeviceRow>(`${select} and p.operator_id = $3 order by p.id`, [
    account,
    new Date(now),
    operator,
  ]);
  return rows.map(toRecord);
}
export async function findPushDevice(
  sql: Sql,
  account: number,
  id: number,
  now: number,
): Promise<(PushDeviceRecord & { readonly operatorId: number }) | null> {
  const [row] = await sql.query<DeviceRow>(`${select} and p.id = $3`, [account, new Date(now), id]);
  return row === undefined ? null : { ...toRecord(row), operatorId: toInteger(row.operator_id) };
}

const runningCondition = "s.idle_expires_at > $2 and s.absolute_expires_at > $2";
const select = `select p.id, p.operator_id, p.endpoint_id, p.session_id, p.name, p.language, p.show_text, p.quiet, p.created_at,
    h.last_success_at, h.last_failure_at, h.last_failure_outcome, h.last_failure_status
  from push_subscription p join session s on s.id = p.session_id
  left join endpoint_health h on h.account_id = p.account_id and h.endpoint_id = p.endpoint_id
  where p.account_id = $1 and ${runningCondition}`;

interface DeviceRow {
  readonly id: string | number;
  readonly operator_id: string | number;
  readonly endpoint_id: string | number;
  readonly session_id: string | number;
  readonly name: string;
  readonly language: "en" | "ru";
  readonly show_text: boolean;
  readonly quiet: QuietHours | null;
  readonly created_at: Date;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_failure_outcome: Outcome | null;
  readonly last_failure_status: number | null;
}
function toRecord(row: DeviceRow): PushDeviceRecord {
  const failedAt = toIsoTimeOrNull(row.last_failure_at);
  return {
    id: toInteger(row.id),
    endpointId: toInteger(row.endpoint_id),
    sessionId: toInteger(row.session_id),
    name: row.name,
    language: row.language,
    showText: row.show_text,
    quiet: row.quiet,
    createdAt: toIsoTime(row.created_at),
    lastSuccessAt: toIsoTimeOrNull(row.last_success_at),
    lastFailure:
      failedAt === null || row.last_failure_outcome === null
        ? null
        : { at: failedAt, outcome: row.last_failure_outcome, status: row.last_failure_status },
  };
}

/** Returns how each active operator can be notified (features.md 12), by ascending operator id. */
export async function listReachability(
  sql: Sql,
  account: number,
  now: number,
): Promise<readonly ReachabilityRecord[]> {
  const rows = await sql.query<{
    id: string;
    devices: string;
    last: Date | null;
    at: Date | null;
    broken: readonly string[] | null;
  }>(
    `select o.id, d.devices, d.last, t.at, t.broken from operator o
       cross join lateral (select count(*) as devices, max(h.last_success_at) as last from push_subscription p join session s on s.id = p.session_id
         left join endpoint_health h on h.account_id = p.account_id and h.endpoint_id = p.endpoint_id
         where p.account_id = $1 and p.operator_id = o.id and ${runningCondition}) d
       left join self_test t on t.account_id = o.account_id and t.operator_id = o.id
     where o.account_id = $1 and o.active order by o.id`,
    [account, new Date(now)],
  );
  return rows.map((row) => ({
    operatorId: toInteger(row.id),
    devices: toInteger(row.devices),
    lastSuccessAt: toIsoTimeOrNull(row.last),
    selfTest: row.at === null ? null : { at: toIsoTime(row.at), broken: row.broken ?? [] },
  }));
}

/** Returns the device of an endpoint, and the chat, or null without the device. */
export async function findPushData(
  sql: Sql,
  account: number,
  { endpointId, chatId }: { readonly endpointId: number; readonly chatId: number },
  now: number,
) {
  const [row] = await sql.query<{
    language: "en" | "ru";
    show_text: boolean;
    quiet: QuietHours | null;
    running: boolean;
    active: boolean;
    role: Role;
    addedPermissions: string[];
    chosen: string;
    operator: string;
    chat: string | null;
    visitor: string | null;
    number: string | null;
    last: string | null;
  }>(
    `select p.language, p.show_text, p.quiet, ${runningCondition} as running, o.active, o.role, ${addedPermissions} as "addedPermissions", o.chosen_presence as chosen, p.operator_id as operator, c.body as chat, v.body as visitor,
       v.number, (select j.body from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null and j.author_kind = 'visitor'
         order by j.seq desc limit 1) as last
     from push_subscription p join session s on s.id = p.session_id join operator o on o.account_id = p.account_id and o.id = p.operator_id
     left join chat c on c.account_id = p.account_id and c.id = $4 left join visitor v on v.account_id = c.account_id and v.id = c.visitor_id
     where p.account_id = $1 and p.endpoint_id = $3`,
    [account, new Date(now), endpointId, chatId],
  );
  if (row === undefined) return null;
  const { language, quiet, chosen } = row;
  return {
    language,
    showText: row.show_text,
    quiet,
    isSignedIn: row.running && row.active,
    isOffline: chosen === "offline",
    canReadMessages: isReaderOfTexts(row),
    chat: row.chat === null ? null : toPushChat(JSON.parse(row.chat) as ChatEntity, row),
  };
}

function toPushChat(
  chat: ChatEntity,
  row: {
    readonly operator: string;
    readonly visitor: string | null;
    readonly number: string | null;
    readonly last: string | null;
  },
) {
  const visitor = JSON.parse(row.visitor ?? "{}") as Partial<Visitor>;
  return {
    isWaiting: chat.state === "waiting",
    isAssigned: findUnopenedAssignment(chat)?.to.id === toInteger(row.operator),
    name: visitor.name?.value ?? null,
    number: toInteger(row.number ?? 0),
    channel: chat.channel.name,
    text: row.last === null ? "" : toPlainText(JSON.parse(row.last) as Message),
    byBot: chat.bot !== null,
  };
}

/** Returns the VAPID keys, or null if the first start has not created them yet. */
export async function readPushKeys(
  sql: Sql,
): Promise<{ readonly publicKey: string; readonly sealed: Buffer } | null> {
  const [row] = await sql.query<{ public: string | null; private: Buffer | null }>(
    "select push_public as public, push_private as private from instance",
  );
  return row?.public && row.private ? { publicKey: row.public, sealed: row.private } : null;
}
