import type {
  Call,
  ChatEntity,
  Message,
  OfflineMessage,
  VisitSource,
  Visitor,
} from "../../core/entity.ts";
import type { AccountConfig, WebhookBlock, WebhookEvent } from "../../core/command.ts";
import { ChatSimulation } from "../../core/chat/testing/chat-simulation.fixture.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import { buildRequest } from "./build-request.ts";
import type { LogMessage, EventDataReader } from "./event-data.ts";

/**
 * Sample chat, call and offline message with all fields set, and functions that build a body from
 * them.
 */

export const at = Date.UTC(2025, 10, 20, 6, 40);
const time = "2025-11-20T06:40:00.000Z";
export const contact = (value: string) => ({ value, source: "channel" as const, at: time });
export const visitor: Visitor = {
  number: 412,
  id: 71,
  name: contact("Nadia Ross"),
  phone: contact("+49 (30) 111-222"),
  email: contact("nadia@shop.example"),
  description: null,
  photo: null,
  customer: "7",
  created_at: time,
};
export const session: VisitSource = {
  geoip: {
    region_code: "BE",
    country: "Germany",
    country_code: "DE",
    region: "Berlin",
    city: "Berlin",
    latitude: "52.52",
    longitude: "13.40",
    organization: "Example Net",
  },
  utm: { source: "news", medium: "", content: "", campaign: "autumn", term: "" },
  ip_addr: "192.0.2.15",
  user_agent: "Mozilla/5.0",
  analytics: { ga: "GA1.2.3" },
};
export const chat: ChatEntity = {
  id: 88_121,
  seq: 3,
  state: "open",
  channel: { id: 5, kind: "widget", name: "Shop" },
  visitor,
  assignee: { id: 9, name: "Ines" },
  participants: [{ id: 9, name: "Ines" }],
  department: { id: 2, name: "Returns" },
  page: { url: "https://shop.example/returns", title: "Returns" },
  session,
  custom_data: [
    { title: "Plan", content: "Gold", link: null, key: null, source: "page", endpoint: null },
  ],
  crm: { link: null, assign: false, assigned: false },
  bot: null,
  continues: null,
  created_at: time,
  accepted_at: time,
  closed_at: null,
  close_reason: null,
  rating: null,
  wait: null,
};
export const emptyChat: ChatEntity = {
  ...chat,
  visitor: { ...visitor, name: null, phone: null, email: null },
  assignee: null,
  participants: [],
  department: null,
  page: null,
  session: null,
  custom_data: [],
};
export const call: Call = {
  id: 3,
  type: "callback",
  phone: "+4930111222",
  chat_id: 88_121,
  status: "start",
  operator: null,
  reason: null,
  record_url: null,
  created_at: time,
  updated_at: time,
};
export const offline: OfflineMessage = {
  id: 731,
  visitor,
  channel: { id: 5, kind: "widget", name: "Shop" },
  contacts: { name: "N.", email: "n@form.example", phone: "" },
  text: "Please call me back",
  department: null,
  page: null,
  session: null,
  state: "new",
  operator: null,
  created_at: time,
};
export const message: Message = {
  id: 40_117,
  seq: 3,
  chat_id: 88_121,
  author: { kind: "visitor", id: 71, name: "Nadia Ross" },
  kind: "text",
  text: "Where is my parcel?",
  created_at: time,
};
const ines = { id: 9, name: "Ines", email: "ines@desk.example", phone: "+4930555" };
export const createMessage = (
  kind: "visitor" | "operator" | "bot",
  text: string,
  seconds: number,
  name = { visitor: "Nadia Ross", operator: "Ines", bot: "Robo" }[kind],
): LogMessage => ({
  author: { kind, id: kind === "operator" ? 9 : null, name },
  text,
  at: at + seconds * 1_000,
});

interface BuildInput {
  readonly entry: object;
  readonly chat?: ChatEntity;
  readonly blocks?: readonly WebhookBlock[];
  readonly log?: readonly LogMessage[];
  readonly userToken?: string;
  readonly invitation?: { text: string; at: number };
  readonly timezone?: string;
  readonly sendsText?: boolean;
  /** `seq` of the entry, if it is a message. */
  readonly seq?: number;
  /** The message that `message_delivery_failed` reads. */
  readonly failedMessage?: Message;
  /** The current visitor of an event without a chat. */
  readonly visitor?: Visitor;
  /** True if the event belongs to no chat. */
  readonly hasNoChat?: true;
}

/** Builds the body of an event from the sample data. */
export async function buildEvent(
  event: WebhookEvent,
  input: BuildInput,
): Promise<{ body: any; text: string; headers: Record<string, string> }> {
  const { config } = new ChatSimulation().context();
  const settings: AccountConfig = {
    ...config,
    channels: new Map([[5, { ...new ChatSimulation().channel, publicId: "Lk29fQw7Za" }]]),
    webhooks: new Map([
      [
        1,
        {
          id: 1,
          name: "",
          endpointId: 31,
          enabled: true,
          events: new Set([event]),
          channels: null,
          departments: null,
          sendsText: input.sendsText ?? false,
          ratingWaitMs: 0,
          blocks: new Set(input.blocks),
        },
      ],
    ]),
    hours:
      input.timezone === undefined ? null : { timezone: input.timezone, week: {}, exceptions: {} },
  };
  const log = input.log ?? [];
  const material: EventDataReader = {
    facts: () =>
      Promise.resolve({
        sequence: 2,
        chatsCount: 3,
        invitation: input.invitation ?? null,
        userToken: input.userToken ?? null,
      }),
    chat: () => Promise.resolve(input.chat ?? chat),
    visitor: () => Promise.resolve(input.visitor ?? visitor),
    message: () => Promise.resolve(input.failedMessage ?? null),
    operators: (_account, ids) => Promise.resolve(ids.includes(9) ? [ines] : []),
    agents: () =>
      Promise.resolve(
        (input.entry as { chat: ChatEntity }).chat.participants.length === 0 ? [] : [ines],
      ),
    // The messages are returned newest first, in pages of two.
    log: (_account, _chat, _position, before) => {
      const newest = log.toReversed();
      const from = before ?? 0;
      return Promise.resolve({
        messages: newest.slice(from, from + 2),
        next: from + 2 < newest.length ? from + 2 : null,
      });
    },
  };
  const delivery = {
    event,
    chatId: input.hasNoChat ? null : 88_121,
    orderKey: 88_121,
    position: 40,
    createdAt: at,
  } as Claim["delivery"];
  const claim = {
    account: 1,
    endpointId: 31,
    delivery,
    source: {
      entry: { body: JSON.stringify(input.entry), seq: input.seq ?? null },
      target: { channel: { id: 5 } },
    },
  } as unknown as Claim;
  const { headers, body } = await buildRequest(
    { material, config: () => Promise.resolve(settings), version: "0.1.0" },
    claim,
  );
  return { body: JSON.parse(body) as unknown, text: body, headers };
}
