import { Button } from "../Button.tsx";
import { defineTexts } from "../../text/index.ts";
import { t as ui } from "../text.ts";

const t = defineTexts({
  en: {
    "choice.loading": "Loading…",
    "choice.unknown": "Unknown",
    "choice.deleted": "Deleted",
  },
  ru: {
    "choice.loading": "Загружаем…",
    "choice.unknown": "Неизвестно",
    "choice.deleted": "Удалено",
  },
});

/** A list that a part of a page needs besides the object that the page is about. */
export interface LoadedList<T = unknown> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Says that a list could not be loaded, and offers Retry. Shows nothing in its other states. */
export function ListFailure({ list: { data, error, refetch } }: { list: LoadedList }) {
  if (data !== undefined || !error) return null;
  return (
    <p className="err" role="alert">
      {ui("ui.part.failed")}{" "}
      <Button variant="text" onClick={() => void refetch()}>
        {ui("ui.retry")}
      </Button>
    </p>
  );
}

/**
 * Returns what is shown for an object that the list does not contain: that it is loading, that it
 * is unknown, or that it was deleted (CORE-485).
 */
export function describeMissing({ data, error }: LoadedList, deleted?: string): string {
  if (data !== undefined) return deleted ?? t("choice.deleted");
  return t(error ? "choice.unknown" : "choice.loading");
}

/** Names the objects with these ids: "Orders, Care". One that is not loaded is not left out. */
export function describeNames(
  list: LoadedList<readonly { readonly id: number; readonly name: string }[]>,
  ids: readonly number[],
): string {
  const names = ids.map(
    (id) => list.data?.find((item) => item.id === id)?.name ?? describeMissing(list),
  );
  return [...new Set(names)].join(", ");
}
