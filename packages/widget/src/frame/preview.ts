import type { WidgetChat, WidgetClientFrame, WidgetMessage, WidgetServerFrame } from "@parlour/protocol/widget";
import type { WidgetFace } from "@parlour/protocol/widget-settings";
import type { LineEvents, Line } from "./connection.ts";

/** A server in the window for settings that are looked at: it takes everything, keeps nothing, and makes no visitor. */
export function previewLine(face: WidgetFace, events: LineEvents): Line {
  const mode = face.preview?.mode ?? "online";
  const now = (): string => new Date().toISOString();
  let seq = 0;
  const tell = (frame: WidgetServerFrame): void => queueMicrotask(() => events.said(JSON.stringify(frame)));
  const chat = (): WidgetChat => ({
    id: 1,
    state: "waiting",
    seq,
    agents: [],
    buttons: null,
    rating: null,
    rating_asked: false,
    closed_at: null,
    queue: null,
    read: seq,
  });
  const stored = (frame: Extract<WidgetClientFrame, { type: "say" }>): WidgetMessage => ({
    id: ++seq,
    chat_id: 1,
    seq,
    at: now(),
    from: "visitor",
    name: "",
    photo: "",
    kind: "text",
    text: frame.text,
    client_id: frame.ref,
  });
  const answer = (frame: WidgetClientFrame): void => {
    if (frame.type === "hello") {
      tell({
        type: "welcome",
        token: null,
        number: 1,
        contacts: { name: null, email: null, phone: null, description: null },
        signed: false,
        situation: {
          mode,
          bot: false,
          opens_at: mode === "online" ? null : new Date(Date.now() + 14 * 3_600_000).toISOString(),
          working_hours: mode === "online",
          operators_online: mode === "online",
          call: face.calls ? "ok" : "disabled",
          departments: (face.preview?.departments ?? []).map((one) => ({ ...one, online: mode === "online" })),
        },
        chat: null,
        reset: true,
        messages: [],
        call: null,
        invitation: null,
        quiet: true,
        has_written: true,
      });
    } else if (frame.type === "say") {
      const message = stored(frame);
      tell({ type: "done", ref: frame.ref, message });
      tell({ type: "chat", chat: chat() });
    } else if (frame.type === "call") {
      tell({ type: "done", ref: frame.ref });
      tell({ type: "call", call: { id: 1, phone: frame.phone, status: "start", reason: null } });
    } else if ("ref" in frame) tell({ type: "done", ref: frame.ref });
  };
  queueMicrotask(() => events.opened());
  return { send: (text) => answer(JSON.parse(text) as WidgetClientFrame), close: () => undefined };
}
