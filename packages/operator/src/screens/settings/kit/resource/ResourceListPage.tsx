import { ListPage, type ListPageProps } from "./ListPage.tsx";
import { ResourceTable, type ResourceTableColumns } from "./ResourceTable.tsx";

/** Renders a settings page with a table of resources of one type, in all its states. */
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
