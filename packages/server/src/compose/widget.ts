import type { WidgetEdgeDeps, WidgetStore } from "../edges/widget/deps.ts";
import { createWidgetEdge, type WidgetEdge } from "../edges/widget/index.ts";
import type { ServerAddresses } from "../config/read-config.ts";
import { startVisitorSockets, type Realtime } from "../realtime/index.ts";
import { findVisitorCall } from "../store/chats/call.ts";
import { recordWidgetSite } from "../store/settings/account/get-started.ts";
import { listMessages } from "../store/chats/message.ts";
import { readReplyTime } from "../store/chats/reply-time.ts";
import { isEmailProven, redeemEmailCode, saveEmailCode } from "../store/visitors/email-proof.ts";
import { startOrContinueVisit, saveVisits } from "../store/visitors/visit.ts";
import { findWidget, findWidgetVisitor } from "../store/settings/channels/widget.ts";
import { findReleasedFile, saveReleaseFiles } from "../store/settings/channels/widget-release.ts";
import {
  addVisitorToken,
  removeUserToken,
  removeVisitorToken,
  findVisitorToken,
  saveUserToken,
  resolveVisitorToken,
} from "../store/settings/channels/visitor-token.ts";
import { findQueuePosition } from "../store/chats/list/chat-queue.ts";
import { widgetDir } from "../build-paths.ts";
import type { FileServices } from "./files.ts";
import type { BaseServices } from "./base.ts";
import type { DeliveryServices } from "./deliveries.ts";

/** Creates the edge of interface D and connects it to the other parts of the server. */
export function connectWidgetEdge(
  base: BaseServices,
  realtime: Realtime,
  fileServices: FileServices,
  sending: DeliveryServices & {
    readonly parts: DeliveryServices["parts"];
  },
): WidgetEdge {
  const { clock, log, limits, addresses, geo, secrets, metrics } = base;
  const deps: WidgetEdgeDeps = {
    store: createWidgetStore(base),
    journal: {
      config: (account) => base.journal.config(account),
      write: base.write,
      subscribe: (listener) => base.journal.subscribe(listener),
      onMove: (listener) => base.journal.onMove(listener),
    },
    operators: {
      isOnline: (account, operatorId) => realtime.presence.of(account, operatorId) === "online",
      onPresence: (listener) => realtime.presence.onChange((account) => listener(account)),
      publishTyping: (signal) => realtime.publishTyping(signal),
      onTyping: (listener) => realtime.onOperatorTyping(listener),
    },
    files: {
      ...fileServices.files,
      maxBytes: fileServices.fileBytes,
      picture: (...args) => fileServices.remote.picture(...args),
    },
    secrets: {
      unseal: secrets.open,
      deriveStorageKey: (account, visitorId) =>
        secrets.derive(`window ${account} ${visitorId}`).toString("base64url"),
      hashForEmailProof: (text) => secrets.derive(`email proof ${text}`),
    },
    urls: {
      widgetBase: () => addresses().widgetBaseUrl,
      ownOrigin: () => new URL(addresses().publicUrl).origin,
      filesOrigin: () => new URL(addresses().publicUrl).origin,
    },
    deliveries: {
      sendEmailCode: (...args) => sending.parts.mail.code(...args),
      releaseChat: (account, chatId) => sending.releaseChat(account, chatId),
    },
    sockets: (hooks) =>
      startVisitorSockets({
        ...hooks,
        clock,
        limits,
        log,
        readClientAddress: base.readClientAddress,
        noteWrongAddress: (opened) => base.environment.noteWrongAddress(opened),
        getWindowOrigins: () => findWindowOrigins(addresses()),
      }),
    visits: { locate: (address) => geo.locate(address), cluster: base.cluster },
    limits,
    clock,
    log,
  };
  const edge = createWidgetEdge(deps, widgetDir);
  metrics.gauge("visitor_sockets", "Sockets of visitors' windows", () => edge.stats().sockets);
  metrics.totals(
    "visitor_sockets_closed",
    "Sockets of visitors' windows that Parlour closed, by code",
    "code",
    () => edge.stats().closed,
  );
  return edge;
}

/** Returns the origins of the chat window: those of all pages, or that of its own address. */
function findWindowOrigins({ widgetBaseUrl, origins }: ServerAddresses): readonly string[] {
  const { origin } = new URL(widgetBaseUrl);
  return origins.includes(origin) ? origins : [origin];
}

/** Reads and writes the rows that belong to widgets and their visitors. */
function createWidgetStore(base: BaseServices): WidgetStore {
  const { db, pools, journal } = base;
  return {
    findWidget: (publicId) => findWidget(db, publicId),
    useToken: (channelId, hash, now) => resolveVisitorToken(db, channelId, hash, now),
    addToken: (row) => addVisitorToken(db, row),
    removeToken: (hash) => removeVisitorToken(db, hash),
    findToken: (hash) => findVisitorToken(db, hash),
    saveUserToken: (row) => saveUserToken(db, row),
    removeUserToken: (account, visitorId) => removeUserToken(db, account, visitorId),
    saveEmailCode: (key, code) => saveEmailCode(db, key, code),
    redeemEmailCode: (key, entered) => redeemEmailCode(db, key, entered),
    isEmailProven: (key, now) => isEmailProven(db, key, now),
    findVisitor: (account, channelId, customer) =>
      findWidgetVisitor(db, account, channelId, customer),
    startVisit: (row) => startOrContinueVisit(db, row),
    saveVisits: (rows) => saveVisits(db, rows),
    noteSite: async (note) => {
      const isNew = await recordWidgetSite(db, note);
      // Notifies screens that wait for the first page of a site. Later pages of the same site
      // change nothing on these screens.
      if (isNew)
        await journal.change(note.account, () =>
          Promise.resolve({ result: null, changed: [{ kind: "channel", id: note.channelId }] }),
        );
    },
    saveRelease: (files, now, retentionMs) => saveReleaseFiles(db, files, now, retentionMs),
    findReleased: (name, leftAfter) => findReleasedFile(db, name, leftAfter),
    findCall: (account, visitorId, callId) => findVisitorCall(db, account, visitorId, callId),
    replyTime: (account, channelId, since) =>
      readReplyTime(pools.reader, account, channelId, since),
    messages: (account, chatId, page) => listMessages(pools.reader, account, chatId, page),
    findQueuePosition: createQueuePositions(base),
  };
}

/** Returns the place of a waiting chat and the usual waiting time, if the account shows them. */
function createQueuePositions({ pools, clock }: BaseServices): WidgetStore["findQueuePosition"] {
  return async (account, { routing }, chat) => {
    if (chat.state !== "waiting" || !routing.showsQueue) return null;
    const position = await findQueuePosition(pools.reader, account, chat);
    if (position === null) return null;
    const waitedMs = clock.now() - Date.parse(chat.wait?.since ?? chat.created_at);
    const remainingS =
      position.usualMs === null
        ? null
        : Math.max(0, Math.round((position.usualMs - waitedMs) / 1_000));
    return { place: position.rank, expected_s: remainingS };
  };
}
