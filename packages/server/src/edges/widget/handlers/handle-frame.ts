import { Compile } from "typebox/compile";
import { widgetClientFrames, type WidgetClientFrame } from "@parlour/protocol/widget";
import { cleanText, cutText } from "../../../core/text.ts";
import { refuse } from "../../../core/failure.ts";
import { parseFieldClaims } from "../../../http/body/field-claims.ts";
import { parseJson } from "../../../http/body/json.ts";
import { isBlocked } from "../session/block-check.ts";
import { handleCallRequest } from "./request-call.ts";
import { handleOfflineMessage } from "./offline-message.ts";
import {
  handleClose,
  handleHistory,
  handleRating,
  handleReaction,
  handleReadReceipt,
} from "./chat.ts";
import { handleTranscript } from "./transcript.ts";
import { handleSendMessage } from "./send-message.ts";
import { hasOpenChat, type VisitorConnection } from "../visitor-connection.ts";
import { handleContacts, handleUserToken } from "../session/contacts.ts";
import { syncPageData, sanitizePageAttributes, sanitizePageData } from "../page-data.ts";
import type { HandlerDeps, VisitorFrame, FrameOfType } from "../handler-deps.ts";

type Validators = Readonly<Record<string, { Check(value: unknown): boolean }>>;
const compileValidators = (): Validators =>
  Object.fromEntries(
    Object.entries(widgetClientFrames).map(([type, schema]) => [type, Compile(schema)]),
  );
/** Compiled for the first frame, because a start should not wait for it (PERF-12). */
let validators: Validators | null = null;

/** Parses a frame and validates it against its schema. Returns null if the frame is not valid. */
export function parseFrame(bytes: Buffer): WidgetClientFrame | null {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch {
    return null;
  }
  const type =
    typeof value === "object" && value !== null ? (value as { type?: unknown }).type : undefined;
  validators ??= compileValidators();
  if (
    typeof type !== "string" ||
    !Object.hasOwn(validators, type) ||
    validators[type]?.Check(value) !== true
  )
    return null;
  return value as WidgetClientFrame;
}

type Handlers = {
  readonly [K in VisitorFrame["type"]]?: (
    deps: HandlerDeps,
    connection: VisitorConnection,
    frame: FrameOfType<K>,
  ) => Promise<void> | void;
};
/** Handlers by frame type. */
const handlers: Handlers = {
  say: handleSendMessage,
  typing: handleTyping,
  marks: handleReadReceipt,
  contacts: handleContacts,
  user_token: handleUserToken,
  call: handleCallRequest,
  rate: handleRating,
  react: handleReaction,
  transcript: handleTranscript,
  close: handleClose,
  older: handleHistory,
  ping: ({ client }) => client.send({ type: "pong" }),
  offline: handleOfflineMessage,
  page(deps, connection, { url, title }) {
    connection.page = { url, title };
    deps.visits.updatePage(connection);
    return syncPageData(deps, connection);
  },
  custom_data(deps, connection, { fields }) {
    connection.customData = sanitizePageData(fields);
    return syncPageData(deps, connection);
  },
  attributes(deps, connection, frame) {
    connection.attributes = sanitizePageAttributes(frame.attributes);
    connection.fields = parseFieldClaims("page", frame.attributes);
    return syncPageData(deps, connection);
  },
  invited: handleInvited,
  invitation({ visits }, { account, visitorId }, { state }) {
    visits.advanceInvitation(account, visitorId, state);
  },
  replaced({ pageRules, clock }, { account, widget, page }) {
    pageRules.record(account, { channelId: widget.channelId, url: page.url, at: clock.now() });
  },
  async forget(deps, connection, { ref }) {
    await deps.store.removeToken(connection.tokenHash);
    await deps.store.removeUserToken(connection.account, connection.visitorId);
    deps.client.send({ type: "done", ref });
    deps.client.requestReconnect("forgotten");
  },
};
/** Frame types of which every frame causes a write. Other frames are merged or only forwarded. */
const rateLimitedTypes: ReadonlySet<VisitorFrame["type"]> = new Set<VisitorFrame["type"]>([
  "say",
  "contacts",
  "user_token",
  "rate",
  "react",
  "transcript",
  "close",
  "older",
  "forget",
]);

/** Runs the handler of a frame, which responds by `answer`. Throws Refusal without a change. */
export async function handleFrame<F extends VisitorFrame>(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: F,
): Promise<void> {
  if (rateLimitedTypes.has(frame.type)) {
    const quota = await deps.limits.take("visitor", connection.visitorId);
    if (!quota.ok)
      refuse("rate_limited", "Too much at once.", { retryAfterMs: quota.retryAfterMs });
  }
  const handler = handlers[frame.type] as
    | ((deps: HandlerDeps, connection: VisitorConnection, frame: F) => Promise<void> | void)
    | undefined;
  await handler?.(deps, connection, frame);
}

/** Sends the visitor's typing (CORE-047), but not that of a blocked visitor (CORE-071). */
async function handleTyping(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"typing">,
): Promise<void> {
  const { chat, account, widget } = connection;
  if (
    chat === null ||
    !hasOpenChat(connection) ||
    isBlocked(await deps.config(account), connection, deps.clock.now())
  )
    return;
  const isPreviewed = widget.settings.typing_preview && frame.typing && frame.preview !== undefined;
  deps.operators.publishTyping({
    account,
    chatId: chat.id,
    channelId: widget.channelId,
    author: { kind: "visitor", id: connection.visitorId, name: connection.name },
    typing: frame.typing,
    preview: isPreviewed
      ? cutText(cleanText(frame.preview ?? ""), maxPreviewLength).text
      : undefined,
  });
}
const maxPreviewLength = 1_000;

/**
 * Records an invitation that the page shows (WG-060). An operator's invitation was recorded when it
 * was sent. The settings are read only afterwards, so that a message that follows immediately has
 * the invitation. Removes an unknown department.
 */
async function handleInvited(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"invited">,
): Promise<void> {
  if (hasOpenChat(connection) || frame.by === "operator") return;
  const { account, visitorId } = connection;
  const departmentId = frame.department_id;
  deps.visits.setInvitation(account, visitorId, {
    text: cleanText(frame.text),
    departmentId,
    by: frame.by,
    operatorId: null,
    agent: null,
    state: "shown",
  });
  if (departmentId === null) return;
  const { departments } = await deps.config(account);
  if (!departments.has(departmentId))
    deps.visits.removeInvitedDepartment(account, visitorId, departmentId);
}
