import type { Department } from "@parlour/protocol/api";
import { replyVariables } from "@parlour/protocol/writing";
import { FormArea, FormSelect, FormText } from "../bound.tsx";
import { Group } from "../Group.tsx";
import type { Form } from "../use-form.ts";
import type { ReplyFormValues } from "./reply-form.ts";
import { t } from "./text.ts";

interface Props {
  form: Form<ReplyFormValues>;
  departments: readonly Department[];
  /** May share the reply with other operators. */
  shares: boolean;
  readOnly: boolean;
}

/** Renders shortcut, text and scope of a quick reply. */
export function ReplyFields(props: Props) {
  const { form, readOnly } = props;
  const bound = { form, readOnly };
  const hint = (
    <>
      {t("reply.text.hint")} <code>{"{visitor.name|…}"}</code>, {replyVariables.slice(1).join(", ")}
    </>
  );
  return (
    <>
      <Group id="g-reply" title={t("reply.group")}>
        <FormText {...bound} name="shortcut" label={t("replies.shortcut")} hint={t("reply.shortcut.hint")} maxLength={50} />
        <FormArea {...bound} name="text" label={t("replies.text")} hint={hint} rows={6} dir="auto" />
        <FormText {...bound} name="folder" label={t("replies.folder")} hint={t("reply.folder.hint")} maxLength={100} />
        <FormText {...bound} name="language" label={t("replies.language")} hint={t("reply.language.hint")} maxLength={35} />
      </Group>
      <Whose {...props} />
    </>
  );
}

function Whose({ form, departments, shares, readOnly }: Props) {
  const { scope } = form.values;
  const scopes = shares ? (["account", "department", "own"] as const) : ([scope] as const);
  return (
    <section className="group">
      <FormSelect
        form={form}
        readOnly={readOnly || !shares}
        name="scope"
        label={t("reply.who")}
        options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
      />
      {scope === "department" && (
        <FormSelect
          form={form}
          readOnly={readOnly}
          name="department"
          label={t("reply.department")}
          options={[{ value: "", label: "—" }, ...departments.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
      )}
    </section>
  );
}
