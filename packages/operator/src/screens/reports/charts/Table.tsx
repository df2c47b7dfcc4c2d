import type { ReactNode } from "react";

interface TableProps {
  /** Head of the name column. */
  first: string;
  /** Heads of the number columns. */
  columns: readonly string[];
  /** Rows are sorted by the first number, largest first. */
  isSorted?: boolean;
  children: ReactNode;
}

/** A table of figures: a name, then right-aligned numbers. */
export function Table({ first, columns, isSorted = false, children }: TableProps) {
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
              {...(isSorted && n === 0 && { "aria-sort": "descending" as const })}
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
