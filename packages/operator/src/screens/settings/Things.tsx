import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Tag } from "../../ui/marks.tsx";

/** A column of a table of things. */
export interface Column<T> {
  /** Stands above, and beside the value where the page is too narrow for columns. */
  readonly head: string;
  /** The value is understood without its head. */
  readonly isPlain?: true;
  readonly className?: string;
  /** `auto`: words that people wrote. */
  readonly dir?: "auto";
  readonly title?: (thing: T) => string | undefined;
  readonly cell: (thing: T, n: number) => ReactNode;
}

/** How things of one kind are shown in a table. */
export interface Table<T> {
  /** First column: what a thing is called. */
  readonly name: Pick<Column<T>, "head" | "cell">;
  readonly columns: readonly Column<T>[];
  /** Last column, the buttons: its head is only heard. */
  readonly deeds?: Pick<Column<T>, "head" | "cell">;
  readonly className?: string;
  /** Out of use: shown weaker. */
  readonly isOff?: (thing: T) => boolean;
}

/** The table of the settings: a row per thing; a card per thing where the page is too narrow for columns. */
export function Things<T extends { readonly id: string | number }>({ things, ...table }: Table<T> & { things: readonly T[] }) {
  const { name, columns, deeds, className } = table;
  return (
    <table className={className === undefined ? "things" : `things ${className}`}>
      <thead>
        <tr>
          {[name, ...columns].map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {deeds && (
            <th scope="col">
              <span className="vh">{deeds.head}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {things.map((thing, n) => (
          <Row key={thing.id} {...{ table, thing, n }} />
        ))}
      </tbody>
    </table>
  );
}

function Row<T>({ table: { name, columns, deeds, isOff }, thing, n }: { table: Table<T>; thing: T; n: number }) {
  return (
    <tr className={isOff?.(thing) ? "off" : undefined}>
      <th scope="row">{name.cell(thing, n)}</th>
      {columns.map(({ head, isPlain, className, dir, title, cell }) => (
        <td key={head} {...{ className, dir, title: title?.(thing) }} data-label={isPlain ? undefined : head}>
          {cell(thing, n)}
        </td>
      ))}
      {deeds && <td className="end-n">{deeds.cell(thing, n)}</td>}
    </tr>
  );
}

interface NameProps {
  of: { readonly id: string | number; readonly name?: string; readonly managed: boolean };
  /** The list below /settings that has a page for each thing. */
  page?: string;
  /** What it is called, where that is not its name. */
  children?: ReactNode;
  marks?: ReactNode;
  /** Says that the provisioning file owns it (CFG-025). */
  managed?: string;
  /** In small print. */
  below?: ReactNode;
}

/** What a thing is called in its row: the way to its page, its marks, more in small print. */
export function ThingName({ of, page, children, marks, managed = "parlour.yaml", below }: NameProps) {
  const name = children ?? <bdi>{of.name}</bdi>;
  return (
    <>
      {page === undefined ? (
        name
      ) : (
        <Link to="/settings/$" params={{ _splat: `${page}/${of.id}` }}>
          {name}
        </Link>
      )}
      {marks}
      {of.managed && (
        <>
          {" "}
          <Tag>{managed}</Tag>
        </>
      )}
      {below}
    </>
  );
}
