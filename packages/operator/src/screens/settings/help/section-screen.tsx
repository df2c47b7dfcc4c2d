import type { ArticleSection } from "@parlour/protocol/api";
import { articleSection } from "@parlour/protocol/settings/kinds/help/article-section";
import { IconBook2 } from "@tabler/icons-react";
import { joinLocalized, LocalizedField } from "../kit/controls/localized-fields.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { t } from "./section-text.ts";

const { name, description } = articleSection.fields;

/** Texts that are edited with their translations have one label for both. */
const labelIds: Readonly<Record<string, string>> = {
  names: "section.name",
  descriptions: "section.description",
};

/** Settings → Article sections (ART-001). */
export const articleSectionScreen = kindScreen<ArticleSection>()({
  kind: articleSection,
  prefix: "section",
  t,
  icon: IconBook2,
  ordered: true,
  sections: [{ id: "section", fields: ["names", "descriptions", "icon", "slug"] }],
  later: ["slug"],
  getLabelId: (field) => labelIds[field] ?? `section.${field}`,
  joined: {
    names: joinLocalized({
      fields: ["name", "names"],
      ...name,
      getError: () => t("section.name.wrong"),
    }),
    descriptions: joinLocalized({
      fields: ["description", "descriptions"],
      min: 0,
      max: description.max,
      getError: () => t("section.description.wrong"),
    }),
  },
  controls: {
    names: (props) => <LocalizedField {...props} maxLength={name.max} />,
    descriptions: (props) => <LocalizedField {...props} maxLength={description.max} isLong />,
  },
  columns: () => [
    { head: t("section.icon"), cell: ({ icon }) => t(`section.icon.${icon}`) },
    { head: t("section.slug"), cell: ({ slug }) => <code>{slug}</code> },
  ],
  about: (stored) => (stored === null ? undefined : t("section.about")),
});
