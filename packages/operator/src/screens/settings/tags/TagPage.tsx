import type { Tag } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { FormTextField } from "../kit/form/form-fields.tsx";
import { invalidate } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { Section } from "../kit/form/Section.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { updateResource } from "../kit/resource/resource.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { useResourceMenu } from "../kit/resource/use-resource-menu.tsx";
import { t } from "./text.ts";

interface TagValues {
  name: string;
}
const getLabels = () => ({ name: t("tags.name") });
const validateTag = ({ name }: TagValues) => (name.trim() === "" || Array.from(name).length > 50 ? { name: t("tag.missing") } : {});

/** Settings → Tags → one tag (API-044). */
export function TagPage({ id }: { id: number }) {
  const query = useQuery({ queryKey: ["tags", id], queryFn: () => api.get<Tag>(`/tags/${id}`) });
  return (
    <QueryPageBody query={query} title={t("tags.title")} back="tags">
      {(tag) => <TagForm tag={tag} />}
    </QueryPageBody>
  );
}

/** Settings → Tags → Add. */
export function NewTagPage() {
  const router = useRouter();
  const form = useForm<TagValues>({
    saved: { name: "" },
    validate: validateTag,
    save: async ({ name }) => {
      await api.post<Tag>("/tags", { name: name.trim() });
      invalidate("tags");
      await router.navigate({ to: "/settings/$", params: { _splat: "tags" }, ignoreBlocker: true });
    },
  });
  return (
    <FormPage title={t("tag.new")} back="tags" form={form} labels={getLabels()} verb={t("tag.create")}>
      <TagFields form={form} readOnly={false} />
    </FormPage>
  );
}

function TagForm({ tag }: { tag: Tag }) {
  const form = useForm<TagValues>({
    saved: { name: tag.name },
    validate: validateTag,
    save: ({ name }) => updateResource("tags", tag.id, { name: name.trim() }),
  });
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

function TagFields({ form, readOnly }: { form: Form<TagValues>; readOnly: boolean }) {
  return (
    <Section id="g-tag" title={t("tag.group")}>
      <FormTextField form={form} name="name" label={t("tags.name")} dir="auto" maxLength={50} readOnly={readOnly} />
    </Section>
  );
}
