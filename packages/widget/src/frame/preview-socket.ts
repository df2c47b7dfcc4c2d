import type {
  WidgetChat,
  WidgetClientFrame,
  WidgetMessage,
  WidgetServerFrame,
} from "@parlour/protocol/widget";
import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";
import { browserClock } from "../clock.ts";
import type { SocketEvents, Socket } from "./transport/connection.ts";

/**
 * Creates a fake server for the settings preview. It accepts every frame, stores nothing and
 * creates no visitor.
 */
export function createPreviewSocket(face: WidgetScriptConfig, events: SocketEvents): Socket {
  let seq = 0;
  const send = (frame: WidgetServerFrame): void =>
    queueMicrotask(() => events.onMessage(JSON.stringify(frame)));
  const respond = (frame: WidgetClientFrame): void => {
    if (frame.type === "hello") send(buildWelcome(face));
    else if (frame.type === "say") {
      send({ type: "done", ref: frame.ref, message: buildMessage(frame, ++seq) });
      send({ type: "chat", chat: buildChat(seq) });
    } else if (frame.type === "call") {
      send({ type: "done", ref: frame.ref });
      send({ type: "call", call: { id: 1, phone: frame.phone, status: "start", reason: null } });
    } else if ("ref" in frame) send({ type: "done", ref: frame.ref });
  };
  queueMicrotask(() => events.onOpen());
  return { send: (text) => respond(JSON.parse(text) as WidgetClientFrame), close: () => undefined };
}

function buildWelcome({ calls, preview }: WidgetScriptConfig): WidgetServerFrame {
  const mode = preview?.mode ?? "online";
  const isOnline = mode === "online";
  return {
    type: "welcome",
    token: null,
    number: 1,
    contacts: { name: null, email: null, phone: null, description: null },
    signed: false,
    situation: {
      mode,
      bot: false,
      opens_at: isOnline ? null : new Date(browserClock.now() + 14 * 3_600_000).toISOString(),
      working_hours: isOnline,
      operators_online: isOnline,
      call: calls ? "ok" : "disabled",
      team: {
        agents: [...(preview?.operators ?? [])].slice(0, isOnline ? 3 : 2),
        available: isOnline ? (preview?.operators ?? []).length : 0,
        bot: null,
        reply_min: 4,
        timezone: isOnline ? null : getTimeZone(),
      },
      departments: (preview?.departments ?? []).map((one) => ({ ...one, online: isOnline })),
    },
    chat: null,
    reset: true,
    messages: [],
    call: null,
    invitation: null,
    quiet: true,
    has_written: true,
  };
}

/** Builds the preview's only chat. `seq` is its number of messages. */
function buildChat(seq: number): WidgetChat {
  const nothing = {
    agents: [],
    buttons: null,
    rating: null,
    rating_asked: false,
    closed_at: null,
    queue: null,
  };
  return { id: 1, state: "waiting", seq, read: seq, ...nothing };
}

function buildMessage(
  { text, ref }: Extract<WidgetClientFrame, { type: "say" }>,
  seq: number,
): WidgetMessage {
  const at = new Date(browserClock.now()).toISOString();
  return {
    id: seq,
    chat_id: 1,
    seq,
    at,
    from: "visitor",
    name: "",
    photo: "",
    kind: "text",
    text,
    client_id: ref,
  };
}

const getTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
