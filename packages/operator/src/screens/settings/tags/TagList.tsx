import type { Tag } from "@parlour/protocol/api";
import { IconTag } from "@tabler/icons-react";
import { useTags } from "../../inbox/tags/use-tags.ts";
import { At } from "../parts.tsx";
import { ThingList } from "../ThingList.tsx";
import { t } from "./text.ts";

/** Settings → Tags (API-044). */
export function TagList() {
  return (
    <ThingList<Tag>
      read={useTags()}
      title={t("tags.title")}
      about={t("tags.about")}
      place="tags"
      icon={IconTag}
      words={{ add: t("tags.new"), empty: t("tags.empty"), emptyText: t("tags.empty.text"), managed: "parlour.yaml" }}
      name={{ head: t("tags.name"), of: (tag) => tag.name }}
      columns={[{ head: t("tags.made"), cell: (tag) => <At time={tag.created_at} /> }]}
    />
  );
}
