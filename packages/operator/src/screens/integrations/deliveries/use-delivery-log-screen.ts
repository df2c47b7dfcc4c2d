import type { Delivery } from "@parlour/protocol";
import { useRouter } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { useEndpoints } from "../../../state/endpoint-health.ts";
import { parseFilter } from "./delivery-filter.ts";
import { omitEmptyParams } from "../../../ui/address/search-params.ts";
import { useSearchParamsState } from "../../../ui/address/search-params.ts";
import { useListSteps } from "../../../ui/keyboard/use-list-steps.ts";
import { useHoverOrFocus } from "../../../ui/dialog/use-hover-or-focus.ts";
import { useDeliveryLog } from "./use-delivery-log.ts";

/** Returns filter, rows (including the delivery in the URL) and selection of the delivery log. */
export function useDeliveryLogScreen(openId: number | null) {
  const router = useRouter();
  const [filter, setFilter] = useSearchParamsState(parseFilter, omitEmptyParams);
  const [list, setList] = useState<HTMLElement | null>(null);
  const [selected, setSelected] = useState({ filter, rows: noSelection });
  // Drops a selection made with another filter, because its rows may be hidden now.
  const selection = selected.filter === filter ? selected.rows : noSelection;
  const isListActive = useHoverOrFocus(list);
  useListSteps({ list: () => list });
  useShortcuts({ r: () => resendFocused(list) });
  const log = useDeliveryLog(filter, isListActive || openId !== null);
  const { linked, rows } = useLinkedDelivery(openId, log);
  const endpoints = useEndpoints().data ?? [];
  const clearSelection = () => setSelected({ filter, rows: noSelection });
  return {
    log,
    linked,
    rows,
    endpoints,
    filter,
    setList,
    selection,
    clearSelection,
    setFilter,
    select: (row: Delivery, isSelected: boolean) =>
      setSelected({ filter, rows: withSelection(selection, row, isSelected) }),
    toggle: (id: number) => {
      const params = { _splat: id === openId ? "deliveries" : `deliveries/${id}` };
      void router.navigate({ to: "/integrations/$", params, search: true as never, replace: true });
    },
    onResent: () => {
      log.reload();
      // Checks the id, because `refetch` also runs for a disabled query.
      if (openId !== null) void linked.refetch();
      void queryClient.invalidateQueries({ queryKey: ["endpoints"] });
    },
  };
}

/**
 * Presses "Send again" of the delivery that has the focus, in its row or its details (API-174).
 * Returns false if it has no such button.
 */
function resendFocused(list: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest("tr") ?? null;
  if (focused === null || list?.contains(focused) !== true) return false;
  const row = focused.classList.contains("detail") ? focused.previousElementSibling : focused;
  const button = row?.querySelector<HTMLButtonElement>("[data-again]");
  button?.click();
  return button instanceof HTMLButtonElement;
}

/** Adds the delivery in the URL above the other rows, if the list does not contain it. */
function useLinkedDelivery(
  openId: number | null,
  { pages, rows }: ReturnType<typeof useDeliveryLog>,
) {
  const linked = useQuery({
    queryKey: ["deliveries", openId],
    enabled: openId !== null,
    queryFn: () => api.get<Delivery>(`/deliveries/${String(openId)}`),
    retry: 0,
    refetchInterval: 4000,
  });
  const linkedRow =
    openId !== null && pages.isSuccess && !rows.some((row) => row.id === openId)
      ? linked.data
      : undefined;
  return { linked, rows: linkedRow === undefined ? rows : [linkedRow, ...rows] };
}

const noSelection: ReadonlyMap<number, Delivery> = new Map();
function withSelection(
  selection: ReadonlyMap<number, Delivery>,
  row: Delivery,
  isSelected: boolean,
): ReadonlyMap<number, Delivery> {
  const next = new Map(selection);
  if (isSelected) next.set(row.id, row);
  else next.delete(row.id);
  return next;
}
