import type { Department } from "@parlour/protocol/api";
import { replyVariables } from "@parlour/protocol/writing";
import { Select, TextArea, TextField } from "../../../ui/Field.tsx";
import { Label } from "../FormPage.tsx";
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
  const { values, set, faults } = form;
  const scopes = shares ? (["account", "department", "own"] as const) : ([values.scope] as const);
  return (
    <>
      <section className="group" aria-labelledby="g-reply">
        <h2 id="g-reply">{t("reply.group")}</h2>
        <TextField
          label={
            <Label form={form} name="shortcut">
              {t("replies.shortcut")}
            </Label>
          }
          name="shortcut"
          hint={t("reply.shortcut.hint")}
          value={values.shortcut}
          onChange={(event) => set("shortcut", event.target.value)}
          error={faults.shortcut}
          maxLength={50}
          autoComplete="off"
          readOnly={readOnly}
        />
        <TextArea
          label={
            <Label form={form} name="text">
              {t("replies.text")}
            </Label>
          }
          name="text"
          hint={
            <>
              {t("reply.text.hint")} <code>{"{visitor.name|…}"}</code>, {replyVariables.slice(1).join(", ")}
            </>
          }
          value={values.text}
          onChange={(event) => set("text", event.target.value)}
          error={faults.text}
          rows={6}
          dir="auto"
          readOnly={readOnly}
        />
        <TextField
          label={
            <Label form={form} name="folder">
              {t("replies.folder")}
            </Label>
          }
          name="folder"
          hint={t("reply.folder.hint")}
          value={values.folder}
          onChange={(event) => set("folder", event.target.value)}
          error={faults.folder}
          maxLength={100}
          autoComplete="off"
          readOnly={readOnly}
        />
        <TextField
          label={
            <Label form={form} name="language">
              {t("replies.language")}
            </Label>
          }
          name="language"
          hint={t("reply.language.hint")}
          value={values.language}
          onChange={(event) => set("language", event.target.value)}
          error={faults.language}
          maxLength={35}
          autoComplete="off"
          readOnly={readOnly}
        />
      </section>
      <section className="group">
        <Select
          label={
            <Label form={form} name="scope">
              {t("reply.who")}
            </Label>
          }
          name="scope"
          value={values.scope}
          options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
          onChange={(event) => set("scope", scopes.find((one) => one === event.target.value) ?? values.scope)}
          error={faults.scope}
          disabled={readOnly || !shares}
        />
        {values.scope === "department" && (
          <Select
            label={
              <Label form={form} name="department">
                {t("reply.department")}
              </Label>
            }
            name="department"
            value={values.department}
            options={[{ value: "", label: "—" }, ...departments.map(({ id, name }) => ({ value: String(id), label: name }))]}
            onChange={(event) => set("department", event.target.value)}
            error={faults.department}
            disabled={readOnly}
          />
        )}
      </section>
    </>
  );
}
