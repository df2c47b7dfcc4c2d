import { readPlainJson } from "../http/json.ts";
import { openClientAddress } from "../http/client-address.ts";
import { widgetEdge, type WidgetEdge } from "../edges/widget/index.ts";
import { openVisitorSockets, type Realtime } from "../realtime/index.ts";
import { visitorsCall } from "../store/queries/call.ts";
import { noteWidgetSite } from "../store/queries/get-started.ts";
import { listMessages } from "../store/queries/message.ts";
import { readReplyTime } from "../store/queries/reply-time.ts";
import { beginVisit, saveVisits } from "../store/queries/visit.ts";
import {
  addVisitorToken,
  dropUserToken,
  dropVisitorToken,
  findReleasedFile,
  findVisitorToken,
  findWidget,
  findWidgetVisitor,
  keepUserToken,
  useVisitorToken,
} from "../store/queries/widget.ts";
import { keepRelease } from "../store/settings/widget-file.ts";
import { placeInQueue } from "../store/queries/chat-queue.ts";
import { widgetDir } from "./built.ts";
import type { StoredFiles } from "./files.ts";
import type { Ground } from "./ground.ts";
import type { Sending } from "./sending.ts";
import { countOtherNodes } from "../store/nodes.ts";

/** Creates the edge of interface D, connected to the other parts. */
export function openWidget(
  ground: Ground,
  realtime: Realtime,
  stored: StoredFiles,
  sending: Pick<Sending, "releaseChat"> & { readonly parts: Pick<Sending["parts"], "mail"> },
): WidgetEdge {
  const { clock, log, limits, journal, write, db, places, pools, geo, config, secrets, metrics } = ground;
  const edge = widgetEdge({
    widgetBaseUrl: () => places().widgetBaseUrl,
    ownOrigin: () => new URL(places().publicUrl).origin,
    widgetDir,
    store: {
      findWidget: (publicId) => findWidget(db, publicId),
      useToken: (channelId, hash, now) => useVisitorToken(db, channelId, hash, now),
      addToken: (row) => addVisitorToken(db, row),
      dropToken: (hash) => dropVisitorToken(db, hash),
      findToken: (hash) => findVisitorToken(db, hash),
      keepUserToken: (row) => keepUserToken(db, row),
      dropUserToken: (account, visitorId) => dropUserToken(db, account, visitorId),
      findVisitor: (account, channelId, customer) => findWidgetVisitor(db, account, channelId, customer),
      beginVisit: (row) => beginVisit(db, row),
      saveVisits: (rows) => saveVisits(db, rows),
      noteSite: async (note) => {
        const isNew = await noteWidgetSite(db, note);
        // Notifies screens that wait for the first page of a site. Later pages of the site change
        // nothing there.
        if (isNew)
          await journal.change(note.account, () => Promise.resolve({ result: null, changed: [{ kind: "channel", id: note.channelId }] }));
      },
      keepRelease: (files, now, keptMs) => keepRelease(db, files, now, keptMs),
      findReleased: (name, leftAfter) => findReleasedFile(db, name, leftAfter),
      callOf: (account, visitorId, known) => visitorsCall(db, account, visitorId, known),
      replyTime: (account, channelId, since) => readReplyTime(pools.reader, account, channelId, since),
      messages: (account, chatId, page) => listMessages(pools.reader, account, chatId, page),
    },
    config: (account) => journal.config(account),
    write,
    subscribe: (listener) => journal.subscribe(listener),
    isOnline: (account, operatorId) => realtime.presence.of(account, operatorId) === "online",
    onPresence: (listener) => realtime.presence.onChange((account) => listener(account)),
    typing: (signal) => realtime.typing(signal),
    onOperatorTyping: (listener) => realtime.onOperatorTyping(listener),
    sockets: (hooks) =>
      openVisitorSockets({
        ...hooks,
        clock,
        limits,
        log,
        addressOf: openClientAddress(config.trustProxy),
        ownOrigin: () => new URL(places().widgetBaseUrl).origin,
      }),
    readJson: readPlainJson,
    mailCode: (...of) => sending.parts.mail.code(...of),
    openSecret: secrets.open,
    windowKey: (account, visitorId) => secrets.derive(`window ${account} ${visitorId}`).toString("base64url"),
    placeInQueue: async (account, { routing }, chat) => {
      if (chat.state !== "waiting" || !routing.showsQueue) return null;
      const found = await placeInQueue(pools.reader, account, chat);
      if (found === null) return null;
      const waited = clock.now() - Date.parse(chat.wait?.since ?? chat.created_at);
      const left = found.usualMs === null ? null : Math.max(0, Math.round((found.usualMs - waited) / 1_000));
      return { place: found.place, expected_s: left };
    },
    releaseChat: (account, chatId) => sending.releaseChat(account, chatId),
    isOnlyNode: async () => (await countOtherNodes(pools.writer, journal.node)) === 0,
    files: stored.files,
    fileBytes: stored.fileBytes,
    picture: (...of) => stored.remote.picture(...of),
    filesOrigin: () => new URL(places().publicUrl).origin,
    locate: (address) => geo.locate(address),
    limits,
    clock,
    log,
  });
  metrics.gauge("visitor_sockets", "Sockets of visitors' windows", () => edge.stats().sockets);
  metrics.totals("visitor_sockets_closed", "Sockets of visitors' windows that Parlour closed, by code", "code", () => edge.stats().closed);
  return edge;
}
