import { Compile } from "typebox/compile";
import { widgetClientFrames, type WidgetClientFrame } from "@parlour/protocol/widget";
import { cleanText, cutText } from "../../core/chat/text.ts";
import { refuse } from "../../core/failure.ts";
import { isBlocked } from "./blocked.ts";
import { call } from "./call.ts";
import type { WidgetEdgeDeps } from "./deps.ts";
import type { MailProofs } from "./mail-proofs.ts";
import { offline } from "./offline.ts";
import { close, marks, older, rate, transcript } from "./own-chat.ts";
import { say } from "./say.ts";
import { isRunning, type Seat } from "./seat.ts";
import { contacts, userToken } from "./told.ts";
import { describe, pageAttributes, pageData } from "./visit.ts";
import type { Replaced } from "./replaced.ts";
import type { Visits } from "./visits.ts";

const checks: Readonly<Record<string, { Check(value: unknown): boolean }>> = Object.fromEntries(
  Object.entries(widgetClientFrames).map(([type, schema]) => [type, Compile(schema)]),
);

/** Parses and validates a frame by its schema. Null if the frame is not valid. */
export function readFrame(bytes: Buffer, readJson: (bytes: Uint8Array) => unknown): WidgetClientFrame | null {
  let value: unknown;
  try {
    value = readJson(bytes);
  } catch {
    return null;
  }
  const type = typeof value === "object" && value !== null ? (value as { type?: unknown }).type : undefined;
  if (typeof type !== "string" || !Object.hasOwn(checks, type) || checks[type]?.Check(value) !== true) return null;
  return value as WidgetClientFrame;
}

export interface InboundDeps extends Pick<
  WidgetEdgeDeps,
  "config" | "write" | "store" | "files" | "limits" | "isOnline" | "typing" | "clock" | "readJson" | "openSecret" | "mailCode"
> {
  readonly mailProofs: MailProofs;
  readonly visits: Visits;
  readonly replaced: Replaced;
  /** Sends a frame to this widget. */
  readonly answer: (frame: object) => void;
  /** Asks the widget to reconnect with a new hello. */
  readonly again: (reason: string) => void;
}
export type Acted = Exclude<WidgetClientFrame, { type: "hello" }>;
export type ActedFrame<T extends Acted["type"]> = Extract<Acted, { type: T }>;

type Handlers = {
  readonly [K in Acted["type"]]?: (deps: InboundDeps, seat: Seat, frame: ActedFrame<K>) => Promise<void> | void;
};
/** Handlers by frame type. */
const handlers: Handlers = {
  say,
  typing: typed,
  marks,
  contacts,
  user_token: userToken,
  call,
  rate,
  transcript,
  close,
  older,
  offline,
  page(deps, seat, { url, title }) {
    seat.page = { url, title };
    deps.visits.moved(seat);
    return describe(deps, seat);
  },
  custom_data(deps, seat, { fields }) {
    seat.customData = pageData(fields);
    return describe(deps, seat);
  },
  attributes(deps, seat, frame) {
    seat.attributes = pageAttributes(frame.attributes);
    return describe(deps, seat);
  },
  invited,
  invitation({ visits }, { account, visitorId }, { state }) {
    visits.reached(account, visitorId, state);
  },
  replaced({ replaced: pages, clock }, { account, widget, page }) {
    pages.note(account, { channelId: widget.channelId, url: page.url, at: clock.now() });
  },
  async forget(deps, seat, { ref }) {
    await deps.store.dropToken(seat.tokenHash);
    await deps.store.dropUserToken(seat.account, seat.visitorId);
    deps.answer({ type: "done", ref });
    deps.again("forgotten");
  },
};
/** Frame types that cause a write each time. Other types are merged or only passed on. */
const limited: ReadonlySet<Acted["type"]> = new Set<Acted["type"]>([
  "say",
  "contacts",
  "user_token",
  "rate",
  "transcript",
  "close",
  "older",
  "forget",
]);

/** Runs the handler of a frame. Responses go to `answer`. Throws Refusal if nothing was changed. */
export async function act<F extends Acted>(deps: InboundDeps, seat: Seat, frame: F): Promise<void> {
  if (limited.has(frame.type)) {
    const taken = deps.limits.take("visitor", seat.visitorId);
    if (!taken.ok) refuse("rate_limited", "Too much at once.", { retryAfterMs: taken.retryAfterMs });
  }
  const handle = handlers[frame.type] as ((deps: InboundDeps, seat: Seat, frame: F) => Promise<void> | void) | undefined;
  await handle?.(deps, seat, frame);
}

/**
 * Sends the visitor's typing to operators (CORE-047). Typing of a blocked visitor is dropped
 * (CORE-071).
 */
async function typed(deps: InboundDeps, seat: Seat, frame: ActedFrame<"typing">): Promise<void> {
  const { chat, account, widget } = seat;
  if (chat === null || !isRunning(seat) || isBlocked(await deps.config(account), seat, deps.clock.now())) return;
  const isPreviewed = widget.settings.typing_preview && frame.typing && frame.preview !== undefined;
  deps.typing({
    account,
    chatId: chat.id,
    channelId: widget.channelId,
    author: { kind: "visitor", id: seat.visitorId, name: seat.name },
    typing: frame.typing,
    ...(isPreviewed ? { preview: cutText(cleanText(frame.preview ?? ""), previewMax).text } : {}),
  });
}
const previewMax = 1_000;

/**
 * Records an invitation that the page shows (WG-060). An operator's invitation was recorded when it
 * was sent. An unknown department is ignored.
 */
async function invited(deps: InboundDeps, seat: Seat, frame: ActedFrame<"invited">): Promise<void> {
  if (isRunning(seat) || frame.by === "operator") return;
  const { account, visitorId } = seat;
  const { departments } = await deps.config(account);
  const departmentId = frame.department_id !== null && departments.has(frame.department_id) ? frame.department_id : null;
  deps.visits.invited(account, visitorId, {
    text: cleanText(frame.text),
    departmentId,
    by: frame.by,
    operatorId: null,
    agent: null,
    state: "shown",
  });
}
