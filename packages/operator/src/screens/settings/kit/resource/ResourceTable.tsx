import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Tag } from "../../../../ui/badges.tsx";
import { ListPage, type ListPageProps } from "./ListPage.tsx";

interface TableColumn<T> {
  /** Column header. On narrow pages it is shown next to each value. */
  readonly head: string;
  readonly cell: (resource: T, n: number) => ReactNode;
}

export interface ResourceColumn<T> extends TableColumn<T> {
  /** Whether the value is clear without its header. */
  readonly isPlain?: true;
  readonly className?: string;
  /** Text direction. `auto` is for texts that users wrote. */
  readonly dir?: "auto";
  readonly title?: (resource: T) => string | undefined;
}

/** Describes how resources of one type are shown in a table. */
export interface ResourceTableColumns<T> {
  /** First column: the name of the resource. */
  readonly name: TableColumn<T>;
  readonly columns: readonly ResourceColumn<T>[];
  /** Last column: buttons. Its header is visible to screen readers only. */
  readonly actions?: TableColumn<T>;
  readonly className?: string;
  /** Returns whether the resource is disabled. The row of a disabled resource is dimmed. */
  readonly isOff?: (resource: T) => boolean;
}

/** Renders a table with one row per resource. On narrow pages each resource becomes a card. */
export function ResourceTable<T extends { readonly id: string | number }>({
  resources,
  ...table
}: ResourceTableColumns<T> & { resources: readonly T[] }) {
  const { name, columns, actions, className } = table;
  return (
    <table className={className === undefined ? "things" : `things ${className}`}>
      <thead>
        <tr>
          {[name, ...columns].map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span className="vh">{actions.head}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {resources.map((resource, n) => (
          <ResourceRow key={resource.id} {...{ table, resource, n }} />
        ))}
      </tbody>
    </table>
  );
}

function ResourceRow<T>({
  table: { name, columns, actions, isOff },
  resource,
  n,
}: {
  table: ResourceTableColumns<T>;
  resource: T;
  n: number;
}) {
  return (
    <tr className={isOff?.(resource) ? "off" : undefined}>
      <th scope="row">{name.cell(resource, n)}</th>
      {columns.map(({ head, isPlain, className, dir, title, cell }) => (
        <td
          key={head}
          {...{ className, dir, title: title?.(resource) }}
          data-label={isPlain ? undefined : head}
        >
          {cell(resource, n)}
        </td>
      ))}
      {actions && <td className="end-n">{actions.cell(resource, n)}</td>}
    </tr>
  );
}

interface ResourceNameProps {
  resource: { readonly id: string | number; readonly name?: string; readonly managed: boolean };
  /** Path of the list below /settings. Present if each resource has a page. */
  page?: string | undefined;
  /** Content shown instead of the name. */
  children?: ReactNode;
  tags?: ReactNode;
  /** Text of the tag that marks resources managed by the provisioning file (CFG-025). */
  managed?: string;
  /** Content in small print below the name. */
  below?: ReactNode;
}

/** Renders the name of a resource in its row, with a link to its page, tags and small print. */
export function ResourceName({
  resource,
  page,
  children,
  tags,
  managed = "parlour.yaml",
  below,
}: ResourceNameProps) {
  const name = children ?? <bdi>{resource.name}</bdi>;
  return (
    <>
      {page === undefined ? (
        name
      ) : (
        <Link to="/settings/$" params={{ _splat: `${page}/${resource.id}` }}>
          {name}
        </Link>
      )}
      {tags}
      {resource.managed && (
        <>
          {" "}
          <Tag>{managed}</Tag>
        </>
      )}
      {below}
    </>
  );
}

/**
 * Renders a settings page with a table of resources of one type, in its loading, error, empty and
 * filled states.
 */
export function ResourceListPage<T extends { readonly id: string | number }>(
  props: Omit<ListPageProps<T>, "children"> & ResourceTableColumns<T>,
) {
  const { query, title, about, add, tools, empty, above, dialogs, ...table } = props;
  return (
    <ListPage {...{ query, title, about, add, tools, empty, above, dialogs }}>
      {(resources) => (
        <div className="card">
          <ResourceTable resources={resources} {...table} />
        </div>
      )}
    </ListPage>
  );
}
