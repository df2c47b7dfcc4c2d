import type { Tag } from "@parlour/protocol/api";
import { IconTag } from "@tabler/icons-react";
import { useTags } from "../../inbox/tags/use-tags.ts";
import { Timestamp } from "../kit/resource/parts.tsx";
import { AddLink } from "../kit/resource/ListPage.tsx";
import { ResourceListPage } from "../kit/resource/ResourceTable.tsx";
import { ResourceName } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";

/** Renders Settings → Tags (API-044). */
export function TagList() {
  return (
    <ResourceListPage<Tag>
      query={useTags()}
      title={t("tags.title")}
      about={t("tags.about")}
      add={<AddLink to="tags/new">{t("tags.new")}</AddLink>}
      empty={{ icon: IconTag, title: t("tags.empty"), text: t("tags.empty.text") }}
      name={{ head: t("tags.name"), cell: (tag) => <ResourceName resource={tag} page="tags" /> }}
      columns={[{ head: t("tags.made"), cell: (tag) => <Timestamp time={tag.created_at} /> }]}
    />
  );
}
