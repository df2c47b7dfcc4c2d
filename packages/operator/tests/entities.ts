import type { Contact, Message, Operator } from "@parlour/protocol";
import type { OperatorEntry, Segment, View, VisitorWithActivity } from "@parlour/protocol/api";
import { rolePermissions } from "@parlour/protocol/permissions";
import { defaultRouting } from "@parlour/protocol/settings/default-routing";
import type { Answers } from "./fake-server.ts";

const createdAt = "2026-11-20T10:00:00.000Z";

/** Creates an operator who is signed in, by default Ann with the role "operator". */
export const createOperator = (overrides: Partial<Operator> = {}): Operator => ({
  id: 1,
  name: "Ann",
  email: "ann@shop.example",
  phone: null,
  photo: null,
  role: "operator",
  custom_role_id: null,
  instance_owner: false,
  presence: "online",
  active: true,
  chat_limit: 0,
  created_at: createdAt,
  managed: false,
  answers_chats: rolePermissions[overrides.role ?? "operator"].has("chats.answer"),
  permissions: [...rolePermissions[overrides.role ?? "operator"]],
  public_url: "https://chat.example",
  ...overrides,
});

/** Creates an operator as the list of operators has them. */
export const createOperatorEntry = (overrides: Partial<OperatorEntry> = {}): OperatorEntry => ({
  ...createOperator(overrides),
  hours: null,
  languages: [],
  skills: [],
  departments: [],
  channels: "all",
  ...overrides,
});

export const emptyPage = { items: [], next_cursor: null };

const channel = { id: 1, kind: "api", name: "Shop" } as const;

/** Creates a visitor with one chat, as lists and searches return them. */
export const createVisitor = (
  number: number,
  name: string,
  overrides: Partial<VisitorWithActivity> = {},
): VisitorWithActivity => ({
  number,
  id: number,
  name: createContact(name),
  phone: null,
  email: null,
  description: null,
  photo: null,
  customer: `customer-${number}`,
  created_at: createdAt,
  last_seen_at: createdAt,
  chat: { id: number, state: "open", assignee: null, channel, page: null, session: null },
  chats: 1,
  blocked: false,
  ...overrides,
});
/** Creates a contact value that the channel has sent. */
export const createContact = (value: string, source: Contact["source"] = "channel"): Contact => ({
  value,
  source,
  at: createdAt,
});
/** Creates a message of the visitor of a chat. */
export const createMessage = (
  chat: number,
  seq: number,
  text: string,
  overrides: Partial<Message> = {},
): Message => ({
  seq,
  id: chat * 1_000 + seq,
  chat_id: chat,
  author: { kind: "visitor", id: chat, name: "" },
  kind: "text",
  text,
  created_at: createdAt,
  ...overrides,
});

/** Creates a saved view of all chats, which is shared with everyone. */
export const createView = (id: number, name: string, overrides: Partial<View> = {}): View => ({
  id,
  name,
  if: { all: [] },
  order: "activity",
  columns: [],
  shared: "all",
  owner: null,
  count: 2,
  created_at: createdAt,
  updated_at: createdAt,
  managed: false,
  ...overrides,
});

/** Creates a shared segment of all visitors. */
export const createSegment = (
  id: number,
  name: string,
  overrides: Partial<Segment> = {},
): Segment => ({
  id,
  name,
  if: { all: [] },
  shared: "all",
  owner: null,
  created_at: createdAt,
  updated_at: createdAt,
  managed: false,
  ...overrides,
});

/** Answers that the frame of every screen needs. */
export const defaultAnswers: Answers = {
  "GET /me": createOperator(),
  "GET /setup": { needed: false },
  "GET /chats": emptyPage,
  "GET /chats/counters": {
    views: { mine: 0, waiting: 0, snoozed: 0, bot: 0, all: 0, missed: 0, offline: 0, calls: 0 },
    unread: 0,
  },
  "GET /calls": emptyPage,
  "GET /drafts": emptyPage,
  "GET /mentions": emptyPage,
  "GET /reminders": emptyPage,
  "GET /chats/{id}/scheduled-messages": emptyPage,
  "GET /endpoints": emptyPage,
  "GET /operators": emptyPage,
  "GET /statuses": emptyPage,
  "GET /roles": { ...emptyPage, built_in: [] },
  "GET /channels": emptyPage,
  "GET /departments": emptyPage,
  "GET /fields": emptyPage,
  "GET /tags": emptyPage,
  "GET /canned-replies": emptyPage,
  "GET /views": emptyPage,
  "GET /segments": emptyPage,
  "GET /visitors/{number}/opt-outs": { items: [] },
  "GET /get-started": { has_chats: false, widget: null, colleague: null, hours: null },
  "GET /working-hours": {
    timezone: null,
    week: {},
    exceptions: {},
    exception_details: {},
    open_now: true,
    next_opening_at: null,
    managed: false,
  },
  "GET /routing": { ...defaultRouting, managed: false },
  "GET /account": {
    id: 1,
    name: "Shop",
    locale: "en",
    accent: "#0B6B5D",
    suspended: false,
    managed: false,
    managed_fields: [],
    safe_url: false,
    trust_webhook_links: false,
    upload_mib: 100,
    has_model: false,
    can_translate: false,
    translates_automatically: false,
    answered_elsewhere: null,
  },
};

/** Answers that the profile reads, of an operator with a password only. */
export const profileAnswers: Answers = {
  "GET /me/accounts": { items: [] },
  "GET /me/applications": { items: [] },
  "GET /me/mail": {
    available: false,
    offline: false,
    missed: false,
    reminders: false,
    faults: false,
  },
  "GET /me/security": {
    required_from: null,
    limited: false,
    has_password: true,
    totp: false,
    recovery_codes: 0,
    passkeys: [],
  },
  "GET /me/sessions": { items: [] },
  "GET /me/sign-ins": { items: [], next_cursor: null },
  "GET /push/subscriptions": { items: [] },
};
