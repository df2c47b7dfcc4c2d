import type { Tag } from "@parlour/protocol/api";
import type { TextValues } from "@parlour/protocol/api/settings/shapes/resource-shape";
import { tagShape } from "@parlour/protocol/api/settings/shapes/tag";
import { FormTextField } from "../kit/form/form-fields.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import type { Form } from "../kit/form/use-form.ts";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { useResource, useTextForm } from "../kit/resource/resource-form.ts";
import { useResourceMenu } from "../kit/resource/use-resource-menu.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

const getLabels = () => ({ name: t("tags.name") });
const getErrors = () => ({ name: t("tag.missing") });

/** Renders Settings → Tags → one tag (API-044). */
export function TagPage({ id }: { id: number }) {
  return (
    <QueryPageBody query={useResource<Tag>(tagShape, id)} title={t("tags.title")} back="tags">
      {(tag) => <TagForm tag={tag} />}
    </QueryPageBody>
  );
}

/** Renders Settings → Tags → Add. */
export function NewTagPage() {
  const form = useTextForm(tagShape, { resource: null, page: "tags", errors: getErrors() });
  return (
    <FormPage
      title={t("tag.new")}
      back="tags"
      form={form}
      labels={getLabels()}
      verb={t("tag.create")}
    >
      <TagFields form={form} readOnly={false} />
    </FormPage>
  );
}

function TagForm({ tag }: { tag: Tag }) {
  const form = useTextForm(tagShape, { resource: tag, page: "tags", errors: getErrors() });
  const { menu, dialog } = useTagMenu(tag);
  return (
    <>
      <FormPage
        title={tag.name}
        about={t("tag.about")}
        back="tags"
        form={form}
        labels={getLabels()}
        readOnly={tag.managed ? shared("page.managed") : null}
        tools={!tag.managed && menu}
      >
        <TagFields form={form} readOnly={tag.managed} />
      </FormPage>
      {dialog}
    </>
  );
}

function useTagMenu({ id, name }: Tag) {
  return useResourceMenu({
    label: t("tag.more"),
    deleteLabel: t("tag.delete"),
    list: "tags",
    page: "tags",
    id,
    name,
    text: t("tag.delete.text"),
    verb: t("tag.delete"),
  });
}

function TagFields({
  form,
  readOnly,
}: {
  form: Form<TextValues<typeof tagShape>>;
  readOnly: boolean;
}) {
  return (
    <SettingsSection id="g-tag" title={t("tag.group")}>
      <FormTextField
        form={form}
        name="name"
        label={t("tags.name")}
        dir="auto"
        maxLength={tagShape.texts.name.maxLength}
        readOnly={readOnly}
      />
    </SettingsSection>
  );
}
