import { refusedCode } from "@parlour/protocol/widget";
import type { AccountConfig } from "../../core/ports.ts";
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
  /** Something of the account changed that may matter to its widgets; `settings`: of the widgets themselves. */
  changed(account: number, settings: boolean): void;
  /** The window hears of its situation when it is another than it was told last. */
  tell(socket: Socket, config: AccountConfig): void;
  /** The first window opened: hours pass from now on. */
  wake(): void;
  close(): void;
}
/** Changes that come together are told as one; far below the 2 s of WG-031. */
const gatherMs = 250;
const minuteMs = 60_000;

/** Keeps what windows know of mode, hours and calls (WG-031, CORE-092) current: by presence, by settings, and by the clock, whose minutes are those of hours. */
export function openSituations(deps: SituationsDeps): Situations {
  const { clock, windows } = deps;
  const { seats } = windows;
  /** Accounts whose change is to be told, and whether it was one of settings. */
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
    // Who is not welcomed yet hears of it then.
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
    cancelMinute ??= clock.alarm((Math.floor(clock.now() / minuteMs) + 1) * minuteMs, minute);
  };
  return {
    changed(account, isOfSettings) {
      if (seats.all(account).size === 0) return;
      changes.set(account, isOfSettings || changes.get(account) === true);
      cancelSoon ??= clock.alarm(clock.now() + gatherMs, () => {
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
/** The same for all visitors of a widget but for what keeps one from being called. */
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

/** Windows of a widget that is gone, off or no longer for their site end; the others go on with its new settings (WG-005, WG-006, CORE-005). */
async function refreshWidgets(deps: SituationsDeps, account: number): Promise<void> {
  const widgets = new Map<string, Widget | null>();
  for (const { seat } of seats(deps, account))
    if (!widgets.has(seat.publicId)) widgets.set(seat.publicId, await deps.store.findWidget(seat.publicId));
  for (const { socket, seat } of seats(deps, account)) {
    const widget = widgets.get(seat.publicId);
    // Came while the others were read: with what is true now.
    if (widget === undefined) continue;
    if (widget === null || !widget.enabled || !mayStartOn(deps, widget, seat.origin))
      deps.windows.end(socket, refusedCode, "no such widget here");
    else seat.widget = widget;
  }
}
function seats(deps: SituationsDeps, account: number): readonly { readonly socket: Socket; readonly seat: Seat }[] {
  return [...deps.windows.seats.all(account)].flatMap((socket) => (socket.seat === null ? [] : [{ socket, seat: socket.seat }]));
}
