interface TableColumn {
  /** Class that sets the column width. */
  readonly className?: string;
  readonly head: string;
  /** The header is visible to screen readers only, for columns of buttons and checkboxes. */
  readonly isHidden?: true;
  /** Aligns the column at the end, for numbers. */
  readonly isEnd?: true;
}

/** Renders column widths and headers of a table of the integration screens. */
export function TableColumns({ columns }: { columns: readonly TableColumn[] }) {
  return (
    <>
      <colgroup>
        {columns.map(({ head, className }) => (
          <col key={head} className={className} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ head, className, isHidden, isEnd }) => (
            <th
              key={head}
              scope="col"
              className={[className, isEnd && "end-n"].filter(Boolean).join(" ") || undefined}
            >
              {isHidden ? <span className="vh">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}
