import type { ReactNode } from "react";

interface TableProps {
  /** Head of the names. */
  first: string;
  /** Heads of the figures. */
  columns: readonly string[];
  /** The rows stand by the first figure, the largest above. */
  isSorted?: boolean;
  children: ReactNode;
}

/** Figures in rows: a name, then numbers at the end of their columns. */
export function Table({ first, columns, isSorted = false, children }: TableProps) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map((name, n) => (
            <th key={name} scope="col" className="end" {...(isSorted && n === 0 && { "aria-sort": "descending" as const })}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
