import type { Page } from "@parlour/client";
import type { BroadcastRecipient } from "@parlour/protocol/api";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { saveFile } from "../../../ui/file/save-file.ts";
import { LoadOlderButton } from "../../../ui/loading/LoadOlderButton.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";

/** Lists the visitors of a broadcast with their results, and saves all as a file. */
export function RecipientList({ id }: { id: number }) {
  const path = `/broadcasts/${id}/recipients`;
  const query = useInfiniteQuery({
    queryKey: ["broadcasts", id, "recipients"],
    queryFn: ({ pageParam }) =>
      api.get<Page<BroadcastRecipient>>(path, { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <section className="group">
      <div className="line">
        <MutationButton
          mutate={async () =>
            saveCsv(`broadcast-${id}.csv`, await api.list<BroadcastRecipient>(path))
          }
        >
          {t("broadcast.file")}
        </MutationButton>
      </div>
      <QueryList query={query} items={items} errorText={t("broadcast.failed")}>
        {(rows) => (
          <ResourceTable
            resources={rows.map((row) => ({ ...row, id: row.visitor }))}
            name={{ head: t("broadcast.visitor"), cell: (row) => <VisitorLink recipient={row} /> }}
            columns={[
              { head: t("broadcast.address"), dir: "auto", cell: ({ address }) => address },
              { head: t("broadcast.result"), cell: describeResult },
            ]}
          />
        )}
      </QueryList>
      <LoadOlderButton
        onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
        busy={query.isFetchingNextPage}
      >
        {t("broadcast.more")}
      </LoadOlderButton>
    </section>
  );
}

function VisitorLink({ recipient }: { recipient: BroadcastRecipient }) {
  const { visitor, name } = recipient;
  return (
    <Link to="/visitors/{-$number}" params={{ number: String(visitor) }}>
      <bdi>{name === "" ? visitor : name}</bdi>
    </Link>
  );
}

const describeResult = (row: BroadcastRecipient): string =>
  [
    t(`broadcast.is.${row.state}`),
    ...(row.left_out === null ? [] : [t(`broadcast.not.${row.left_out}`)]),
    ...(row.error === null ? [] : [row.error.message || row.error.code]),
  ].join(": ");

/** Saves the results as a file. Cells that a spreadsheet would compute begin with an apostrophe. */
function saveCsv(name: string, rows: readonly BroadcastRecipient[]): void {
  const head = ["visitor", "name", "address", "state", "left_out", "error", "sent_at"];
  const lines = rows.map((row) =>
    [row.visitor, row.name, row.address, row.state, row.left_out, row.error?.message, row.sent_at]
      .map((cell) => String(cell ?? "").replace(/^[=+\-@\t\r]/u, "'$&"))
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(","),
  );
  const file = new Blob(["\uFEFF", [head.join(","), ...lines, ""].join("\r\n")], {
    type: "text/csv",
  });
  saveFile(name, file);
}
