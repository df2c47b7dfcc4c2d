import type { Tag } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { api } from "../../../state/api.ts";
import { FormText } from "../bound.tsx";
import { stale } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { change } from "../thing.ts";
import { useForm, type Form } from "../use-form.ts";
import { useThingMenu } from "../use-thing-menu.tsx";
import { t } from "./text.ts";

interface TagValues {
  name: string;
}
const labels = () => ({ name: t("tags.name") });
const check = ({ name }: TagValues) => (name.trim() === "" || Array.from(name).length > 50 ? { name: t("tag.missing") } : {});

/** Settings → Tags → one tag (API-044). */
export function TagPage({ id }: { id: number }) {
  const read = useQuery({ queryKey: ["tags", id], queryFn: () => api.get<Tag>(`/tags/${id}`) });
  return (
    <Loaded read={read} title={t("tags.title")} back="tags">
      {(tag) => <TagForm tag={tag} />}
    </Loaded>
  );
}

/** Settings → Tags → Add. */
export function NewTagPage() {
  const router = useRouter();
  const form = useForm<TagValues>({
    saved: { name: "" },
    check,
    save: async ({ name }) => {
      await api.post<Tag>("/tags", { name: name.trim() });
      stale("tags");
      await router.navigate({ to: "/settings/$", params: { _splat: "tags" }, ignoreBlocker: true });
    },
  });
  return (
    <FormPage title={t("tag.new")} back="tags" form={form} labels={labels()} verb={t("tag.create")}>
      <Fields form={form} readOnly={false} />
    </FormPage>
  );
}

function TagForm({ tag }: { tag: Tag }) {
  const form = useForm<TagValues>({
    saved: { name: tag.name },
    check,
    save: ({ name }) => change("tags", tag.id, { name: name.trim() }),
  });
  const { menu, dialog } = useTagMenu(tag);
  return (
    <>
      <FormPage
        title={tag.name}
        about={t("tag.about")}
        back="tags"
        form={form}
        labels={labels()}
        readOnly={tag.managed ? shared("page.managed") : null}
        tools={!tag.managed && menu}
      >
        <Fields form={form} readOnly={tag.managed} />
      </FormPage>
      {dialog}
    </>
  );
}

function useTagMenu({ id, name }: Tag) {
  return useThingMenu({
    label: t("tag.more"),
    deletes: t("tag.delete"),
    list: "tags",
    page: "tags",
    id,
    name,
    text: t("tag.delete.text"),
    verb: t("tag.delete"),
  });
}

function Fields({ form, readOnly }: { form: Form<TagValues>; readOnly: boolean }) {
  return (
    <Group id="g-tag" title={t("tag.group")}>
      <FormText form={form} name="name" label={t("tags.name")} dir="auto" maxLength={50} readOnly={readOnly} />
    </Group>
  );
}
