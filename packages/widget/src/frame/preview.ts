import type { WidgetChat, WidgetClientFrame, WidgetMessage, WidgetServerFrame } from "@parlour/protocol/widget";
import type { WidgetScriptConfig } from "@parlour/protocol/widget-settings";
import type { LineEvents, Line } from "./connection.ts";

/**
 * Creates a fake server for the settings preview. It accepts every frame, stores nothing and
 * creates no visitor.
 */
export function previewLine(face: WidgetScriptConfig, events: LineEvents): Line {
  let seq = 0;
  const tell = (frame: WidgetServerFrame): void => queueMicrotask(() => events.said(JSON.stringify(frame)));
  const answer = (frame: WidgetClientFrame): void => {
    if (frame.type === "hello") tell(welcomeTo(face));
    else if (frame.type === "say") {
      tell({ type: "done", ref: frame.ref, message: messageOf(frame, ++seq) });
      tell({ type: "chat", chat: chatWith(seq) });
    } else if (frame.type === "call") {
      tell({ type: "done", ref: frame.ref });
      tell({ type: "call", call: { id: 1, phone: frame.phone, status: "start", reason: null } });
    } else if ("ref" in frame) tell({ type: "done", ref: frame.ref });
  };
  queueMicrotask(() => events.opened());
  return { send: (text) => answer(JSON.parse(text) as WidgetClientFrame), close: () => undefined };
}

function welcomeTo({ calls, preview }: WidgetScriptConfig): WidgetServerFrame {
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
      opens_at: isOnline ? null : new Date(Date.now() + 14 * 3_600_000).toISOString(),
      working_hours: isOnline,
      operators_online: isOnline,
      call: calls ? "ok" : "disabled",
      team: {
        agents: [...(preview?.operators ?? [])].slice(0, isOnline ? 3 : 2),
        available: isOnline ? (preview?.operators ?? []).length : 0,
        bot: null,
        reply_min: 4,
        timezone: isOnline ? null : zone(),
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

/** The only chat, with this many messages. */
function chatWith(seq: number): WidgetChat {
  const nothing = { agents: [], buttons: null, rating: null, rating_asked: false, closed_at: null, queue: null };
  return { id: 1, state: "waiting", seq, read: seq, ...nothing };
}

function messageOf({ text, ref }: Extract<WidgetClientFrame, { type: "say" }>, seq: number): WidgetMessage {
  const at = new Date().toISOString();
  return { id: seq, chat_id: 1, seq, at, from: "visitor", name: "", photo: "", kind: "text", text, client_id: ref };
}

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
