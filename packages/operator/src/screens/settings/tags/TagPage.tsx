import type { Tag } from "@parlour/protocol/api";
import { IconDots, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { api, queries } from "../../../state/api.ts";
import { TextField } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { stale } from "../data.ts";
import { DeleteThing } from "../DeleteThing.tsx";
import { FormPage, Label } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../use-form.ts";
import { t } from "./text.ts";

interface TagValues {
  name: string;
}
const labels = () => ({ name: t("tags.name") });
const check = ({ name }: TagValues) => (name.trim() === "" || Array.from(name).length > 50 ? { name: t("tag.missing") } : {});

/** Settings → Tags → one (API-044). */
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
      await router.navigate({ to: "/settings/$", params: { _splat: "tags" } });
    },
  });
  return (
    <FormPage title={t("tag.new")} back="tags" form={form} labels={labels()} verb={t("tag.create")}>
      <Fields form={form} readOnly={false} />
    </FormPage>
  );
}

function TagForm({ tag }: { tag: Tag }) {
  const [deleting, setDeleting] = useState(false);
  const form = useForm<TagValues>({
    saved: { name: tag.name },
    check,
    save: async ({ name }) => {
      queries.setQueryData(["tags", tag.id], await api.patch<Tag>(`/tags/${tag.id}`, { name: name.trim() }));
      stale("tags");
    },
  });
  return (
    <>
      <FormPage
        title={tag.name}
        about={t("tag.about")}
        back="tags"
        form={form}
        labels={labels()}
        readOnly={tag.managed ? shared("page.managed") : null}
        tools={
          !tag.managed && (
            <Menu
              label={t("tag.more")}
              className="btn icon quiet"
              onAction={() => setDeleting(true)}
              groups={[{ entries: [{ id: "delete", icon: IconTrash, label: t("tag.delete"), danger: true }] }]}
            >
              <Icon of={IconDots} />
            </Menu>
          )
        }
      >
        <Fields form={form} readOnly={tag.managed} />
      </FormPage>
      {deleting && (
        <DeleteThing
          list="tags"
          page="tags"
          id={tag.id}
          name={tag.name}
          text={t("tag.delete.text")}
          verb={t("tag.delete")}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

function Fields({ form, readOnly }: { form: Form<TagValues>; readOnly: boolean }) {
  return (
    <section className="group" aria-labelledby="g-tag">
      <h2 id="g-tag">{t("tag.group")}</h2>
      <TextField
        label={
          <Label form={form} name="name">
            {t("tags.name")}
          </Label>
        }
        name="name"
        value={form.values.name}
        onChange={(event) => form.set("name", event.target.value)}
        error={form.faults.name}
        maxLength={50}
        autoComplete="off"
        readOnly={readOnly}
      />
    </section>
  );
}
