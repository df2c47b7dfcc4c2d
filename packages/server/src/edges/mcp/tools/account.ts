import { Type, type Static } from "typebox";
import { ErrorDetail, Id, NamedRef, Nullable, Presence, Role, Time } from "@parlour/protocol";
import { Delivery } from "@parlour/protocol";
import {
  Report,
  ReportQuery,
  type Deliveries,
  type Departments,
  type Operators,
  type Tags,
} from "@parlour/protocol/api";
import { cursor, defaultPageSize, pageSize } from "./arguments.ts";
import { describeCount } from "./chats.ts";
import { defineTool } from "./define-tool.ts";

/** Maximum size of a page of the service API. */
const maxItems = 200;

const listTags = defineTool({
  name: "list_tags",
  title: "List tags",
  description: "Lists the tags of the account with their ids, which tag_chat needs.",
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ tags: Type.Array(NamedRef) }),
  async run({ api }) {
    const { items } = await api.get<Static<typeof Tags>>("/tags", { limit: maxItems });
    return {
      data: { tags: items.map(({ id, name }) => ({ id, name })) },
      summary: describeCount(items.length, "tag", null),
    };
  },
});

const listAssignees = defineTool({
  name: "list_assignees",
  title: "List operators and departments",
  description:
    "Lists the active operators with their presence, and the departments, with the ids that assign_chat needs.",
  actions: ["operators.read", "departments.read"],
  effect: "read",
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    operators: Type.Array(
      Type.Object({ id: Id, name: Type.String(), role: Role, presence: Presence }),
    ),
    departments: Type.Array(NamedRef),
  }),
  async run({ api }) {
    const [operators, departments] = await Promise.all([
      api.get<Static<typeof Operators>>("/operators", { limit: maxItems }),
      api.get<Static<typeof Departments>>("/departments", { limit: maxItems }),
    ]);
    const active = operators.items.filter((operator) => operator.active);
    return {
      data: {
        operators: active.map(({ id, name, role, presence }) => ({ id, name, role, presence })),
        departments: departments.items.map(({ id, name }) => ({ id, name })),
      },
      summary: `${describeCount(active.length, "operator", null)} ${describeCount(departments.items.length, "department", null)}`,
    };
  },
});

const dayArgument = (description: string) =>
  Type.Optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description }));
const idArgument = (description: string) => Type.Optional(Type.Integer({ ...Id, description }));

const readReport = defineTool({
  name: "read_report",
  title: "Read a report",
  description:
    "Returns figures of the account for a period: chats, missed chats, answer times, ratings, by channel, department and operator, compared with the period before. Pass from and to, or last.",
  actions: ["reports.read"],
  effect: "read",
  input: Type.Object(
    {
      from: dayArgument("First day, such as 2026-11-01."),
      to: dayArgument("Last day, included."),
      last: ReportQuery.properties.last,
      channel_id: idArgument("Only chats of this channel."),
      department_id: idArgument("Only chats of this department."),
      operator_id: idArgument("Only chats of this operator."),
      compare: ReportQuery.properties.compare,
      by_day: Type.Optional(
        Type.Boolean({ default: false, description: "Whether to return figures of each day." }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    timezone: Type.String(),
    now: Type.Pick(Report.properties.now, ["from", "to", "totals"]),
    before: Nullable(Type.Pick(Report.properties.now, ["from", "to", "totals"])),
    /** Empty unless `by_day` is true. */
    days: Report.properties.now.properties.days,
    channels: Report.properties.channels,
    departments: Report.properties.departments,
    people: Report.properties.people,
  }),
  async run({ args, api }) {
    const report = await api.get<Report>("/reports", {
      from: args.from,
      to: args.to,
      last: args.last,
      channel: args.channel_id,
      department: args.department_id,
      operator: args.operator_id,
      compare: args.compare,
    });
    const { now, before } = report;
    return {
      data: {
        timezone: report.timezone,
        now: { from: now.from, to: now.to, totals: now.totals },
        before: before && { from: before.from, to: before.to, totals: before.totals },
        days: args.by_day === true ? now.days : [],
        channels: report.channels,
        departments: report.departments,
        people: report.people,
      },
      summary: `Report from ${now.from} to ${now.to}: ${describeCount(now.totals.chats, "chat", null)}`,
    };
  },
});

const listDeliveryFailures = defineTool({
  name: "list_delivery_failures",
  title: "List failed deliveries",
  description:
    "Lists messages and events that did not reach a channel, bot or webhook, newest first, with the error of the last attempt.",
  actions: ["deliveries.read"],
  effect: "read",
  input: Type.Object(
    {
      state: Type.Optional(
        Type.Union([Type.Literal("failed"), Type.Literal("dead"), Type.Literal("retrying")], {
          default: "failed",
        }),
      ),
      chat_id: idArgument("Only deliveries of this chat."),
      endpoint_id: idArgument("Only deliveries to this endpoint."),
      limit: pageSize(50),
      cursor,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    deliveries: Type.Array(
      Type.Object({
        id: Id,
        endpoint: Delivery.properties.endpoint,
        event: Type.String(),
        chat_id: Delivery.properties.chat_id,
        state: Delivery.properties.state,
        attempts: Delivery.properties.attempts,
        outcome: Delivery.properties.outcome,
        next_at: Delivery.properties.next_at,
        created_at: Time,
        /** The receiver may have written the message of the error. */
        untrusted_error: Nullable(ErrorDetail),
      }),
    ),
    next_cursor: Nullable(Type.String()),
  }),
  async run({ args, api }) {
    const page = await api.get<Deliveries>("/deliveries", {
      state: args.state ?? "failed",
      chat: args.chat_id,
      endpoint: args.endpoint_id,
      limit: args.limit ?? defaultPageSize,
      cursor: args.cursor,
    });
    return {
      data: {
        deliveries: page.items.map((delivery) => ({
          id: delivery.id,
          endpoint: delivery.endpoint,
          event: delivery.event,
          chat_id: delivery.chat_id,
          state: delivery.state,
          attempts: delivery.attempts,
          outcome: delivery.outcome,
          next_at: delivery.next_at,
          created_at: delivery.created_at,
          untrusted_error: delivery.error,
        })),
        next_cursor: page.next_cursor,
      },
      summary: describeCount(page.items.length, "failed request", page.next_cursor),
    };
  },
});

export const accountTools = [listTags, listAssignees, readReport, listDeliveryFailures];
