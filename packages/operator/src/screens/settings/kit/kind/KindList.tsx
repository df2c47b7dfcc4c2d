import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { api } from "../../../../state/api/api.ts";
import { textById } from "../../../../text/index.ts";
import { OrderHandle } from "../../../../ui/order/OrderHandle.tsx";
import { statusPollIntervalMs } from "../../../../state/api/queries.ts";
import { t } from "../../text.ts";
import { AddEndpointLink, AddLink } from "../resource/ListPage.tsx";
import { Timestamp } from "../resource/parts.tsx";
import { ResourceListPage, ResourceName } from "../resource/ResourceTable.tsx";
import type { KindScreen, StoredObject } from "./kind-screen.ts";

/**
 * Renders the list of all objects of a kind. `rest`: the button that creates an object, and buttons
 * in the rows, if objects have no page.
 */
export function KindList<T extends StoredObject>({
  screen,
  ...rest
}: { screen: KindScreen<T> } & Partial<ComponentProps<typeof ResourceListPage<T>>>) {
  const { kind, prefix, icon, columns, nameField = "name", nameOf, below, polls } = screen;
  const { ordered, inDialog, page = kind.path, isOfKind = () => true } = screen;
  const text = (id: string) => textById(`${prefix}.${id}`);
  const query = useQuery({
    queryKey: [kind.path],
    queryFn: async () => (await api.list<T>(`/${kind.path}`)).filter((row) => isOfKind(row)),
    refetchInterval: polls === true && statusPollIntervalMs,
  });
  const needsAddress = Object.values(kind.fields).some(
    (field) => field.needs === "addresses" && field.default === undefined,
  );
  const Add = needsAddress ? AddEndpointLink : AddLink;
  return (
    <ResourceListPage<T>
      query={query}
      title={text("title")}
      about={text("list")}
      add={<Add to={`${page}/new`}>{text("add")}</Add>}
      empty={{ icon, title: text("empty"), text: text("empty.text") }}
      name={{
        head: text(nameField),
        cell: (stored) => (
          <>
            {ordered && <OrderHandle list={kind.path} row={stored} />}
            <ResourceName
              resource={stored}
              page={inDialog ? undefined : page}
              below={below?.(stored)}
            >
              {nameOf && <bdi>{nameOf(stored)}</bdi>}
            </ResourceName>
          </>
        ),
      }}
      columns={
        columns?.() ?? [
          {
            head: t("page.created"),
            cell: (stored) => <Timestamp time={stored.created_at ?? null} />,
          },
        ]
      }
      {...rest}
    />
  );
}
