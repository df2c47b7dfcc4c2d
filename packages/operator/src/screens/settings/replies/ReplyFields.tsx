import type { Department } from "@parlour/protocol/api";
import { replyVariables } from "@parlour/protocol/api/writing-limits";
import { FormTextArea, FormSelect, FormTextField } from "../kit/form/form-fields.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import type { Form } from "../kit/form/use-form.ts";
import type { ReplyFormValues } from "./reply-form.ts";
import { t } from "./text.ts";

interface ReplyFieldsProps {
  form: Form<ReplyFormValues>;
  departments: readonly Department[];
  /** Whether the operator may share the reply with others. */
  canShare: boolean;
  readOnly: boolean;
}

/** Renders the fields of a quick reply: shortcut, text and scope. */
export function ReplyFields(props: ReplyFieldsProps) {
  const { form, readOnly } = props;
  const bound = { form, readOnly };
  const hint = (
    <>
      {t("reply.text.hint")} <code>{"{visitor.name|…}"}</code>, {replyVariables.slice(1).join(", ")}
    </>
  );
  return (
    <>
      <SettingsSection id="g-reply" title={t("reply.group")}>
        <FormTextField
          {...bound}
          name="shortcut"
          label={t("replies.shortcut")}
          hint={t("reply.shortcut.hint")}
          maxLength={50}
        />
        <FormTextArea
          {...bound}
          name="text"
          label={t("replies.text")}
          hint={hint}
          rows={6}
          dir="auto"
        />
        <FormTextField
          {...bound}
          name="folder"
          label={t("replies.folder")}
          hint={t("reply.folder.hint")}
          maxLength={100}
        />
        <FormTextField
          {...bound}
          name="language"
          label={t("replies.language")}
          hint={t("reply.language.hint")}
          maxLength={35}
        />
      </SettingsSection>
      <SharingSection {...props} />
    </>
  );
}

function SharingSection({ form, departments, canShare, readOnly }: ReplyFieldsProps) {
  const { scope } = form.values;
  const scopes = canShare ? (["account", "department", "own"] as const) : ([scope] as const);
  return (
    <section className="group">
      <FormSelect
        form={form}
        readOnly={readOnly || !canShare}
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
          options={[
            { value: "", label: "—" },
            ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </section>
  );
}
