import { rejectedCloseCode } from "@parlour/protocol/widget";
import type { AccountConfig } from "../../../core/command.ts";
import type { WidgetEdgeDeps, WidgetJournal } from "../deps.ts";
import { canRunOnOrigin } from "../session/handshake.ts";
import type { ReplyTimes } from "../session/reply-times.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import { computeAvailability, getCallRestrictions } from "../session/availability.ts";
import type { WidgetSocket, WidgetSockets } from "../session/sockets.ts";
import type { Widget } from "../types.ts";

export interface AvailabilityUpdatesDeps extends Pick<
  WidgetEdgeDeps,
  "store" | "operators" | "urls" | "limits" | "clock" | "log"
> {
  readonly config: WidgetJournal["config"];
  readonly sockets: WidgetSockets;
  readonly replyTimes: ReplyTimes;
}
export interface AvailabilityUpdates {
  /**
   * Handles a change in the account that may affect its widgets. `settings` is true if the settings
   * of the widgets may have changed.
   */
  onChange(account: number, settings: boolean): void;
  /** Sends the availability if it differs from the last one that was sent. */
  publish(socket: WidgetSocket, config: AccountConfig): void;
  /** Checks the working hours every minute. Called when the first connection opens. */
  startClock(): void;
  close(): void;
}
/** Time in ms within which changes are merged. WG-031 allows 2 s. */
const batchDelayMs = 250;
const minuteMs = 60_000;

/**
 * Sends mode, working hours and calls to connected widgets (WG-031, CORE-092). Presence, settings
 * and the start of each minute cause an update.
 */
export function startAvailabilityUpdates(deps: AvailabilityUpdatesDeps): AvailabilityUpdates {
  const { clock, sockets } = deps;
  const { registry } = sockets;
  /** Accounts with a pending update. The value is true if the settings changed. */
  const changes = new Map<number, boolean>();
  let cancelSoon: (() => void) | null = null;
  let cancelMinute: (() => void) | null = null;

  const publishAll = async (account: number, isOfSettings: boolean): Promise<void> => {
    if (isOfSettings) await refreshWidgets(deps, account);
    const config = await deps.config(account);
    const channels = new Set(
      [...registry.ofAccount(account)].flatMap(({ connection }) =>
        connection === null ? [] : [connection.widget.channelId],
      ),
    );
    for (const channelId of channels) await deps.replyTimes.get(account, channelId);
    const cache: AvailabilityCache = new Map();
    for (const socket of registry.ofAccount(account)) publishTo(socket, config, cache);
  };
  const run = (account: number, isOfSettings: boolean): void => {
    publishAll(account, isOfSettings).catch((error: unknown) =>
      deps.log.error({ err: error, account }, "widget.situation_failed"),
    );
  };
  const publishTo = (
    socket: WidgetSocket,
    config: AccountConfig,
    cache: AvailabilityCache = new Map(),
  ): void => {
    const { connection } = socket;
    // A connection that waits for its welcome receives the availability in the welcome.
    if (connection === null || connection.queuedEntries !== null) return;
    const availability = serializeAvailability(deps, connection, config, cache);
    if (availability === connection.availability) return;
    connection.availability = availability;
    sockets.sendSerialized(socket, [`{"type":"situation","situation":${availability}}`]);
  };
  const onMinute = (): void => {
    cancelMinute = null;
    const accounts = [...registry.accounts()];
    for (const account of accounts) run(account, false);
    if (accounts.length > 0) startClock();
  };
  const startClock = (): void => {
    cancelMinute ??= clock.scheduleAt(
      (Math.floor(clock.now() / minuteMs) + 1) * minuteMs,
      onMinute,
    );
  };
  return {
    onChange(account, isOfSettings) {
      if (registry.ofAccount(account).size === 0) return;
      changes.set(account, isOfSettings || changes.get(account) === true);
      cancelSoon ??= clock.scheduleAt(clock.now() + batchDelayMs, () => {
        cancelSoon = null;
        const due = [...changes];
        changes.clear();
        for (const [dueAccount, settings] of due) run(dueAccount, settings);
      });
    },
    publish: (socket, config) => publishTo(socket, config),
    startClock,
    close() {
      cancelSoon?.();
      cancelMinute?.();
    },
  };
}

type AvailabilityCache = Map<string, string>;
/**
 * Serializes the availability, once for all visitors of a country with the same segments and the
 * same call restrictions.
 */
function serializeAvailability(
  deps: AvailabilityUpdatesDeps,
  connection: VisitorConnection,
  config: AccountConfig,
  cache: AvailabilityCache,
): string {
  const callRestrictions = getCallRestrictions(deps.limits, connection);
  const country = connection.session.geoip.country_code;
  const { isBusy, isLimited } = callRestrictions;
  const { publicId, segments } = connection;
  const key = `${publicId} ${country} ${isBusy} ${isLimited} ${segments?.join()}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const isOnline = (id: number): boolean => deps.operators.isOnline(connection.account, id);
  const text = JSON.stringify(
    computeAvailability(config, connection.widget, {
      isOnline,
      now: deps.clock.now(),
      callRestrictions,
      replyMin: deps.replyTimes.getCached(connection.widget.channelId),
      country,
      segments,
    }),
  );
  cache.set(key, text);
  return text;
}

/**
 * Closes connections of widgets that were deleted, disabled or no longer allow the site. Updates
 * the settings of all others (WG-005, WG-006, CORE-005).
 */
async function refreshWidgets(deps: AvailabilityUpdatesDeps, account: number): Promise<void> {
  const widgets = new Map<string, Widget | null>();
  for (const { connection } of listConnections(deps, account))
    if (!widgets.has(connection.publicId))
      widgets.set(connection.publicId, await deps.store.findWidget(connection.publicId));
  for (const { socket, connection } of listConnections(deps, account)) {
    const widget = widgets.get(connection.publicId);
    // The connection opened during the read, so it already has the current settings.
    if (widget === undefined) continue;
    if (widget === null || !widget.enabled || !canRunOnOrigin(deps, widget, connection.origin))
      deps.sockets.closeSocket(socket, rejectedCloseCode, "no such widget here");
    else connection.widget = widget;
  }
}
function listConnections(
  deps: AvailabilityUpdatesDeps,
  account: number,
): readonly { readonly socket: WidgetSocket; readonly connection: VisitorConnection }[] {
  return [...deps.sockets.registry.ofAccount(account)].flatMap((socket) =>
    socket.connection === null ? [] : [{ socket, connection: socket.connection }],
  );
}
