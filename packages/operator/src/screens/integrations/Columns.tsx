interface Column {
  /** Class of its width. */
  readonly className?: string;
  readonly head: string;
  /** For what has no visible head: buttons and ticks. */
  readonly isHidden?: true;
  /** Numbers stand at the end. */
  readonly isEnd?: true;
}

/** Widths and heads of a table of the desk. */
export function Columns({ of }: { of: readonly Column[] }) {
  return (
    <>
      <colgroup>
        {of.map(({ head, className }) => (
          <col key={head} className={className} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {of.map(({ head, className, isHidden, isEnd }) => (
            <th key={head} scope="col" className={[className, isEnd && "end-n"].filter(Boolean).join(" ") || undefined}>
              {isHidden ? <span className="vh">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}
