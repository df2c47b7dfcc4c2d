import type { Department } from "@parlour/protocol/api";
import { replyVariables } from "@parlour/protocol/writing";
import { FormArea, FormSelect, FormText } from "../bound.tsx";
import type { Form } from "../use-form.ts";
import type { ReplyFormValues } from "./reply-form.ts";
import { t } from "./text.ts";

/** Shortcut, text and who has it. `shares`: may give it to others. */
export function ReplyFields(props: {
  form: Form<ReplyFormValues>;
  departments: readonly Department[];
  shares: boolean;
  readOnly: boolean;
}) {
  const { form, departments, shares, readOnly } = props;
  const { values } = form;
  const scopes = shares ? (["account", "department", "own"] as const) : ([values.scope] as const);
  const bound = { form, readOnly };
  return (
    <>
      <section className="group" aria-labelledby="g-reply">
        <h2 id="g-reply">{t("reply.group")}</h2>
        <FormText {...bound} name="shortcut" label={t("replies.shortcut")} hint={t("reply.shortcut.hint")} maxLength={50} />
        <FormArea
          {...bound}
          name="text"
          label={t("replies.text")}
          hint={
            <>
              {t("reply.text.hint")} <code>{"{visitor.name|…}"}</code>, {replyVariables.slice(1).join(", ")}
            </>
          }
          rows={6}
          dir="auto"
        />
        <FormText {...bound} name="folder" label={t("replies.folder")} hint={t("reply.folder.hint")} maxLength={100} />
        <FormText {...bound} name="language" label={t("replies.language")} hint={t("reply.language.hint")} maxLength={35} />
      </section>
      <section className="group">
        <FormSelect
          form={form}
          readOnly={readOnly || !shares}
          name="scope"
          label={t("reply.who")}
          options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        />
        {values.scope === "department" && (
          <FormSelect
            {...bound}
            name="department"
            label={t("reply.department")}
            options={[{ value: "", label: "—" }, ...departments.map(({ id, name }) => ({ value: String(id), label: name }))]}
          />
        )}
      </section>
    </>
  );
}
