import type { Broadcast } from "@parlour/protocol/api";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { formatFullTime } from "../../../ui/time.ts";
import { AddLink, ListPage } from "../kit/resource/ListPage.tsx";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";

/** Lists the broadcasts of the account, newest first. */
export function BroadcastList() {
  const query = useQuery({
    queryKey: ["broadcasts"],
    queryFn: () => api.list<Broadcast>("/broadcasts"),
    refetchInterval: 5_000,
  });
  return (
    <ListPage
      query={query}
      title={t("broadcast.title")}
      about={t("broadcast.about")}
      add={<AddLink to="broadcasts/new">{t("broadcast.add")}</AddLink>}
      empty={{
        icon: IconSpeakerphone,
        title: t("broadcast.empty"),
        text: t("broadcast.empty.text"),
      }}
    >
      {(broadcasts) => (
        <ResourceTable
          resources={broadcasts}
          name={{
            head: t("broadcast.name"),
            cell: ({ id, name }) => (
              <Link to="/settings/$" params={{ _splat: `broadcasts/${id}` }}>
                <bdi>{name}</bdi>
              </Link>
            ),
          }}
          columns={[
            { head: t("broadcast.state"), cell: ({ state }) => t(`broadcast.in.${state}`) },
            { head: t("broadcast.segment"), dir: "auto", cell: ({ segment }) => segment.name },
            { head: t("broadcast.channel"), dir: "auto", cell: ({ channel }) => channel.name },
            {
              head: t("broadcast.sent"),
              cell: ({ processed, total }) => t("broadcast.of", { n: processed, total }),
            },
            { head: t("broadcast.created"), cell: (one) => formatFullTime(one.created_at) },
          ]}
        />
      )}
    </ListPage>
  );
}
