import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Tag } from "../../ui/marks.tsx";

/** A column of a resource table. */
export interface Column<T> {
  /** Column header. On narrow pages it is shown beside each value. */
  readonly head: string;
  /** The value is clear without its header. */
  readonly isPlain?: true;
  readonly className?: string;
  /** `auto`: text that users wrote. */
  readonly dir?: "auto";
  readonly title?: (thing: T) => string | undefined;
  readonly cell: (thing: T, n: number) => ReactNode;
}

/** Describes how resources of one type are shown in a table. */
export interface Table<T> {
  /** First column: the name of the resource. */
  readonly name: Pick<Column<T>, "head" | "cell">;
  readonly columns: readonly Column<T>[];
  /** Last column: buttons. Its header is visible to screen readers only. */
  readonly deeds?: Pick<Column<T>, "head" | "cell">;
  readonly className?: string;
  /** Returns whether the resource is disabled. Its row is dimmed. */
  readonly isOff?: (thing: T) => boolean;
}

/** Renders a table with one row per resource. On narrow pages each resource becomes a card. */
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
  /** Path of the list below /settings, if each resource has a page. */
  page?: string;
  /** Shown instead of the name. */
  children?: ReactNode;
  marks?: ReactNode;
  /** Text of the tag for resources that the provisioning file manages (CFG-025). */
  managed?: string;
  /** Shown below the name in small print. */
  below?: ReactNode;
}

/** Renders the name of a resource in its row: link to its page, tags, small print. */
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
