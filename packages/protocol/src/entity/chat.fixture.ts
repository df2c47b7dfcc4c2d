import type { Chat } from "./index.ts";

const createdAt = "2026-11-20T10:00:00.000Z";
const sofia = { id: 1, name: "Sofia" };

/**
 * Creates an open chat of the operator Sofia with an unnamed visitor. Chat and visitor have the
 * same number. `overrides` replaces fields.
 */
export const createTestChat = (id: number, overrides: Partial<Chat> = {}): Chat => ({
  id,
  seq: 1,
  state: "open",
  channel: { id: 1, kind: "api", name: "Shop" },
  assignee: sofia,
  participants: [sofia],
  department: null,
  page: null,
  session: null,
  visitor: {
    number: id,
    id,
    name: null,
    phone: null,
    email: null,
    description: null,
    photo: null,
    customer: null,
    created_at: createdAt,
  },
  custom_data: [],
  crm: { link: null, assign: false, assigned: false },
  bot: null,
  accepted_at: null,
  continues: null,
  created_at: createdAt,
  closed_at: null,
  close_reason: null,
  rating: null,
  wait: null,
  assignment: null,
  unread: 0,
  last_message: null,
  ...overrides,
});
