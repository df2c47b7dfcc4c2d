import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { Tag } from "../../ui/marks.tsx";
import { ListPage } from "./ListPage.tsx";

interface Thing {
  readonly id: number;
  /** The provisioning file owns it (CFG-025). */
  readonly managed: boolean;
}
interface Column<T> {
  readonly head: string;
  readonly isNumber?: boolean;
  readonly cell: (thing: T) => ReactNode;
}

/** A settings page that lists things of one kind, each with a page of its own below `place`: all its states, the way to a new one, a row per thing. */
export function ThingList<T extends Thing>(props: {
  read: ComponentProps<typeof ListPage<T>>["read"];
  title: string;
  about: string;
  place: string;
  words: { add: string; empty: string; emptyText: string; managed: string };
  icon: ComponentProps<typeof ListPage<T>>["empty"]["icon"];
  /** First column: what the thing is called, and an address below it. */
  name: { head: string; of: (thing: T) => string; address?: (thing: T) => string };
  columns: readonly Column<T>[];
}) {
  const { read, title, about, place, words, name, columns } = props;
  const add = (
    <Link className="btn primary" to="/settings/$" params={{ _splat: `${place}/new` }}>
      <Icon of={IconPlus} /> {words.add}
    </Link>
  );
  return (
    <ListPage read={read} title={title} about={about} add={add} empty={{ icon: props.icon, title: words.empty, text: words.emptyText }}>
      {(things) => (
        <div className="card">
          <table className="things">
            <thead>
              <tr>
                <th scope="col">{name.head}</th>
                {columns.map(({ head }) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {things.map((thing) => (
                <tr key={thing.id}>
                  <th scope="row">
                    <Link to="/settings/$" params={{ _splat: `${place}/${thing.id}` }}>
                      <bdi>{name.of(thing)}</bdi>
                    </Link>
                    {thing.managed && <Tag>{words.managed}</Tag>}
                    {name.address && <small className="mono">{name.address(thing)}</small>}
                  </th>
                  {columns.map(({ head, isNumber, cell }) => (
                    <td key={head} className={isNumber ? "num" : undefined} data-label={head}>
                      {cell(thing)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ListPage>
  );
}
