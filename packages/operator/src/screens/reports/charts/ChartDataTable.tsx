import type { ReactNode } from "react";

interface TableProps {
  /** Header of the name column. */
  first: string;
  /** Headers of the number columns. */
  columns: readonly string[];
  /** Whether the rows are sorted by the first number, largest first. */
  isSorted?: boolean;
  children: ReactNode;
}

/** Table of statistics: a name, followed by right-aligned numbers. */
export function ChartDataTable({ first, columns, isSorted = false, children }: TableProps) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map((name, n) => (
            <th
              key={name}
              scope="col"
              className="end"
              aria-sort={isSorted && n === 0 ? "descending" : undefined}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
