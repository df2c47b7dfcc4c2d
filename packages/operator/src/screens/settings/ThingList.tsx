import { ListPage, type ListPageProps } from "./ListPage.tsx";
import { Things, type Table } from "./Things.tsx";

/** Renders a settings page with a table of resources of one type, in all its states. */
export function ThingList<T extends { readonly id: string | number }>(props: Omit<ListPageProps<T>, "children"> & Table<T>) {
  const { read, title, about, add, tools, empty, above, dialogs, ...table } = props;
  return (
    <ListPage {...{ read, title, about, add, tools, empty, above, dialogs }}>
      {(things) => (
        <div className="card">
          <Things things={things} {...table} />
        </div>
      )}
    </ListPage>
  );
}
