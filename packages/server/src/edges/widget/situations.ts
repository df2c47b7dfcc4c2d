import { rejectedCloseCode } from "@parlour/protocol/widget";
import type { AccountConfig } from "../../core/command.ts";
import { askerOf } from "./call.ts";
import type { Widget, WidgetEdgeDeps } from "./deps.ts";
import { mayStartOn } from "./hello.ts";
import type { ReplyTimes } from "./reply-times.ts";
import type { Seat } from "./seat.ts";
import { situationOf } from "./situation.ts";
import type { Socket, Windows } from "./windows.ts";

export interface SituationsDeps extends Pick<WidgetEdgeDeps, "store" | "config" | "isOnline" | "ownOrigin" | "limits" | "clock" | "log"> {
  readonly windows: Windows;
  readonly replyTimes: ReplyTimes;
}
export interface Situations {
  /**
   * Handles a change of the account that may affect its widgets. `settings`: the widgets themselves
   * may have changed.
   */
  changed(account: number, settings: boolean): void;
  /** Sends the availability if it differs from the last one sent. */
  tell(socket: Socket, config: AccountConfig): void;
  /** Starts the minute clock for working hours. Called when the first connection opens. */
  wake(): void;
  close(): void;
}
/** Changes within this time are sent as one. WG-031 allows 2 s. */
const gatherMs = 250;
const minuteMs = 60_000;

/**
 * Keeps connected widgets informed of mode, working hours and calls (WG-031, CORE-092). Presence,
 * settings and the start of each minute cause an update.
 */
export function openSituations(deps: SituationsDeps): Situations {
  const { clock, windows } = deps;
  const { seats } = windows;
  /** Accounts with a change to send. The value is true for a change of settings. */
  const changes = new Map<number, boolean>();
  let cancelSoon: (() => void) | null = null;
  let cancelMinute: (() => void) | null = null;

  const tellAll = async (account: number, isOfSettings: boolean): Promise<void> => {
    if (isOfSettings) await refreshWidgets(deps, account);
    const config = await deps.config(account);
    const channels = new Set([...seats.all(account)].flatMap(({ seat }) => (seat === null ? [] : [seat.widget.channelId])));
    for (const channelId of channels) await deps.replyTimes.of(account, channelId);
    const known: Known = new Map();
    for (const socket of seats.all(account)) tell(socket, config, known);
  };
  const run = (account: number, isOfSettings: boolean): void => {
    tellAll(account, isOfSettings).catch((error: unknown) => deps.log.error({ err: error, account }, "widget.situation_failed"));
  };
  const tell = (socket: Socket, config: AccountConfig, known: Known = new Map()): void => {
    const { seat } = socket;
    // A connection without welcome receives its availability in the welcome.
    if (seat === null || seat.waiting !== null) return;
    const situation = textFor(deps, seat, config, known);
    if (situation === seat.situation) return;
    seat.situation = situation;
    windows.giveText(socket, [`{"type":"situation","situation":${situation}}`]);
  };
  const minute = (): void => {
    cancelMinute = null;
    const accounts = [...seats.accounts()];
    for (const account of accounts) run(account, false);
    if (accounts.length > 0) wake();
  };
  const wake = (): void => {
    cancelMinute ??= clock.scheduleAt((Math.floor(clock.now() / minuteMs) + 1) * minuteMs, minute);
  };
  return {
    changed(account, isOfSettings) {
      if (seats.all(account).size === 0) return;
      changes.set(account, isOfSettings || changes.get(account) === true);
      cancelSoon ??= clock.scheduleAt(clock.now() + gatherMs, () => {
        cancelSoon = null;
        const due = [...changes];
        changes.clear();
        for (const [one, settings] of due) run(one, settings);
      });
    },
    tell: (socket, config) => tell(socket, config),
    wake,
    close() {
      cancelSoon?.();
      cancelMinute?.();
    },
  };
}

type Known = Map<string, string>;
/**
 * Serializes the availability. Visitors of a widget share the text unless their call restrictions
 * differ.
 */
function textFor(deps: SituationsDeps, seat: Seat, config: AccountConfig, known: Known): string {
  const asker = askerOf(deps.limits, seat);
  const key = `${seat.publicId} ${asker.isBusy} ${asker.isLimited}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const isOnline = (id: number): boolean => deps.isOnline(seat.account, id);
  const text = JSON.stringify(
    situationOf(config, seat.widget, isOnline, deps.clock.now(), asker, deps.replyTimes.known(seat.widget.channelId)),
  );
  known.set(key, text);
  return text;
}

/**
 * Closes connections whose widget was deleted, disabled or no longer allows their site. Updates the
 * settings of all others (WG-005, WG-006, CORE-005).
 */
async function refreshWidgets(deps: SituationsDeps, account: number): Promise<void> {
  const widgets = new Map<string, Widget | null>();
  for (const { seat } of seats(deps, account))
    if (!widgets.has(seat.publicId)) widgets.set(seat.publicId, await deps.store.findWidget(seat.publicId));
  for (const { socket, seat } of seats(deps, account)) {
    const widget = widgets.get(seat.publicId);
    // The connection opened during the read and has the current settings.
    if (widget === undefined) continue;
    if (widget === null || !widget.enabled || !mayStartOn(deps, widget, seat.origin))
      deps.windows.end(socket, rejectedCloseCode, "no such widget here");
    else seat.widget = widget;
  }
}
function seats(deps: SituationsDeps, account: number): readonly { readonly socket: Socket; readonly seat: Seat }[] {
  return [...deps.windows.seats.all(account)].flatMap((socket) => (socket.seat === null ? [] : [{ socket, seat: socket.seat }]));
}
