import { IconGripVertical } from "@tabler/icons-react";
import { hashKey, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { api } from "../../state/api/api.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { Button } from "../Button.tsx";
import { announce } from "../live-region.tsx";
import { runOrToast } from "../mutation.ts";
import "./order-handle.css";
import { t } from "./text.ts";

interface OrderedRow {
  readonly id: string | number;
  readonly name?: string;
  readonly managed: boolean;
}
/** A list of the service API. `body` is sent with the ids. */
interface OrderedList {
  readonly path: string;
  readonly queryKey: QueryKey;
  readonly body?: object;
}
interface OrderHandleProps {
  /** The list, or its path in the service API if that is also the key of its query. */
  readonly list: string | OrderedList;
  readonly row: OrderedRow;
}

/**
 * Moves a row of a list that has an order (API-041): by dragging, or by Space, ↑ ↓ and Space. Esc
 * puts the row back. Rows of the provisioning file are the first and have no handle.
 */
export function OrderHandle({ list, row }: OrderHandleProps) {
  const order = useOrder(list, row);
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const [before, setBefore] = useState<readonly OrderedRow[] | null>(null);
  const end = (next: "save" | "put back"): void => {
    setBefore(null);
    if (before === null) return;
    if (next === "save") order.save(before);
    else order.set(before);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Partial<Record<string, number>>> = { ArrowUp: -1, ArrowDown: 1 };
    const step = steps[event.key];
    if (before === null || (step === undefined && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) end("put back");
    else order.moveTo(order.position() + step);
  };
  const onPick = (): void => {
    if (before !== null) return end("save");
    setBefore(order.read());
    announce(t("order.picked", { n: order.position() + 1 }));
  };
  if (row.managed) return <span className="grip" />;
  return (
    <Button
      variant="quiet"
      small
      icon={IconGripVertical}
      className="grip"
      aria-label={t("order.move", { name: row.name ?? "" })}
      aria-pressed={before !== null}
      title={t("order.hint")}
      unavailable={offline && t("order.offline")}
      onClick={({ detail }) => {
        // The click after a drag ends nothing.
        if (detail === 0) onPick();
      }}
      onKeyDown={onKeyDown}
      onBlur={() => end("put back")}
      onPointerDown={(event) => !offline && startDrag(event, order)}
    />
  );
}

type Order = ReturnType<typeof useOrder>;

interface PendingOrder {
  rows: readonly OrderedRow[];
  /** Ends after all saves of the list. */
  saved: Promise<unknown>;
}
/**
 * Orders that are not stored yet, by the key of the list. A list that is loaded meanwhile has the
 * order before.
 */
const pendingOrders = new Map<string, PendingOrder>();

/** Changes the order of the loaded list, and saves it. */
export function useOrder(list: OrderHandleProps["list"], { id, name = "" }: OrderedRow) {
  const queries = useQueryClient();
  const { path, queryKey, body }: OrderedList =
    typeof list === "string" ? { path: list, queryKey: [list] } : list;
  const key = hashKey(queryKey);
  const read = () =>
    pendingOrders.get(key)?.rows ?? queries.getQueryData<readonly OrderedRow[]>(queryKey) ?? [];
  const set = (rows: readonly OrderedRow[]): void => {
    queries.setQueryData(queryKey, rows);
    const pending = pendingOrders.get(key);
    if (pending !== undefined) pending.rows = rows;
  };
  const position = () => read().findIndex((row) => row.id === id);
  return {
    read,
    set,
    position,
    moveTo(to: number): void {
      const rows = [...read()];
      if (rows[to] === undefined || rows[to].managed || to === position()) return;
      rows.splice(to, 0, ...rows.splice(position(), 1));
      set(rows);
      announce(t("order.moved", { name, n: to + 1 }));
    },
    /**
     * Saves the order after the saves before it, unless it is as `before`: the server stores the
     * order that arrives last. If that fails, the stored one is loaded.
     */
    save(before: readonly OrderedRow[]): void {
      const listIds = (rows: readonly OrderedRow[]) =>
        rows.flatMap((row) => (row.managed ? [] : [row.id]));
      const ids = listIds(read());
      if (ids.join() === listIds(before).join()) return;
      const saved = (pendingOrders.get(key)?.saved ?? Promise.resolve())
        .then(() => runOrToast(() => api.put(`/${path}/order`, { ...body, ids })))
        .then(() => {
          if (pendingOrders.get(key)?.saved !== saved) return;
          pendingOrders.delete(key);
          void queries.invalidateQueries({ queryKey });
        });
      pendingOrders.set(key, { rows: read(), saved });
    },
  };
}

/** Moves the row with the pointer until it is released. */
function startDrag({ button, currentTarget, pointerId }: PointerEvent, order: Order): void {
  const row = currentTarget.closest("tr");
  const rows = row?.parentElement?.children;
  if (button !== 0 || row === null || rows === undefined) return;
  const before = order.read();
  const listeners = new AbortController();
  const listen = (type: string, handle: (event: globalThis.PointerEvent) => void): void =>
    window.addEventListener(
      type,
      (event) => {
        if ((event as globalThis.PointerEvent).pointerId !== pointerId) return;
        handle(event as globalThis.PointerEvent);
      },
      { signal: listeners.signal },
    );
  row.dataset["dragged"] = "";
  const end = (): void => {
    listeners.abort();
    delete row.dataset["dragged"];
  };
  listen("pointermove", ({ clientY }) => order.moveTo(findRowAt(rows, row, clientY)));
  listen("pointerup", () => {
    end();
    order.save(before);
  });
  listen("pointercancel", () => {
    end();
    order.set(before);
  });
}

/** Returns the position that a row has when it is dragged to a height. */
function findRowAt(rows: HTMLCollection, dragged: Element, y: number): number {
  const list = [...rows];
  const from = list.indexOf(dragged);
  const middle = (row: Element | undefined): number => {
    const { top = 0, height = 0 } = row?.getBoundingClientRect() ?? {};
    return top + height / 2;
  };
  let to = from;
  while (to > 0 && y < middle(list[to - 1])) to--;
  while (to < list.length - 1 && y > middle(list[to + 1])) to++;
  return to;
}
