import type { FastifyInstance } from "fastify";
import {
  IdParams,
  NewReminder,
  NoContent,
  Reminder,
  ReminderPatch,
  ReminderQuery,
  Reminders,
} from "@parlour/protocol/api";
import type { Static } from "typebox";
import { deleteReminder, listReminders } from "../../store/reminders/reminder.ts";
import { runIdempotent } from "../kit/change-settings.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import {
  addReminder,
  patchReminder,
  requireReminder,
  type ReminderDeps,
} from "./change-reminder.ts";
import { serializeReminder } from "./serialize-reminder.ts";

export type { ReminderPort } from "./change-reminder.ts";

/** Registers the routes of reminders (REM-001 – REM-006). */
export function reminderRoutes(app: FastifyInstance, deps: ReminderDeps): void {
  const shared = { action: "chats.answer", tag: "reminders" } as const;
  declareRoute(app, deps.auth, {
    ...shared,
    method: "GET",
    url: "/reminders",
    summary: "List your reminders",
    query: ReminderQuery,
    status: 200,
    answer: Reminders,
    handle: (context) => readReminders(deps, context),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "POST",
    url: "/reminders",
    summary: "Create a reminder",
    body: NewReminder,
    status: 201,
    answer: Reminder,
    handle: (context) =>
      runIdempotent(deps, context, () => addReminder(deps, context.principal, context.body)),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "PATCH",
    url: "/reminders/:id",
    summary: "Change a reminder",
    params: IdParams,
    body: ReminderPatch,
    status: 200,
    answer: Reminder,
    once: "answer",
    handle: ({ principal, params, body }) => patchReminder(deps, principal, params.id, body),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "DELETE",
    url: "/reminders/:id",
    summary: "Delete a reminder",
    params: IdParams,
    status: 204,
    answer: NoContent,
    once: "answer",
    handle: async ({ principal, params }) => {
      const { id } = await requireReminder(deps, principal, params.id);
      await deleteReminder(deps.sql, principal.accountId, id);
      return null;
    },
  });
}

async function readReminders(
  deps: ReminderDeps,
  { principal, query }: RequestContext<unknown, Static<typeof ReminderQuery>, unknown>,
): Promise<Static<typeof Reminders>> {
  const { accountId, operatorId } = principal;
  const [at = 0, id = 0] = decodeCursor("reminders", query.cursor, 2);
  const limit = query.limit ?? 50;
  const records = await listReminders(deps.reader, accountId, {
    operatorId,
    chatId: query.chat_id === undefined ? null : Number(query.chat_id),
    states: query.state === undefined ? ["waiting", "due"] : [query.state],
    after: [at, id],
    limit: limit + 1,
  });
  const page = cutPage("reminders", records, limit, (row) => [Date.parse(row.dueAt), row.id]);
  const config = await deps.config(accountId);
  return {
    ...page,
    items: page.items.map((record) => serializeReminder(record, config)),
  };
}
