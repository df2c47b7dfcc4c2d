import type { Tag } from "@parlour/protocol/api";
import { tag } from "@parlour/protocol/settings/kinds/tag";
import { IconTag } from "@tabler/icons-react";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { t } from "./text.ts";

/** Settings → Tags (API-044). */
export const tagScreen = kindScreen<Tag>()({
  kind: tag,
  prefix: "tag",
  t,
  icon: IconTag,
  about: (stored) => (stored === null ? undefined : t("tag.about")),
});
