interface TableColumn {
  /** CSS class that sets the column width. */
  readonly className?: string;
  readonly head: string;
  /**
   * Whether the header is visible to screen readers only, as for columns of buttons and checkboxes.
   */
  readonly isHidden?: true;
  /** Whether the column is aligned at its end, as for numbers. */
  readonly isEnd?: true;
}

/** Renders the column widths and headers of a table of the integration screens. */
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
