import { fileKinds } from "@parlour/protocol/entity/file-kinds";
import {
  FormSelect,
  FormSwitch,
  FormTextField,
  FormUrlField,
} from "../../kit/form/form-fields.tsx";
import { CheckboxGroup } from "../../kit/form/CheckboxGroup.tsx";
import { ChangedLabel } from "../../kit/form/FormPage.tsx";
import type { TabProps } from "./GeneralFields.tsx";
import { t } from "../text.ts";
import type { WidgetFormValues } from "./widget-form.ts";

type ModeField = Extract<
  keyof WidgetFormValues,
  `contacts_${"name" | "email" | "phone" | "description"}` | `offline_${"name" | "email" | "phone"}`
>;

/**
 * Renders the settings of the contacts form (WG-080), the permissions of visitors, and the limits
 * of invitations.
 */
export function FormSettings({ form, readOnly }: TabProps) {
  const fieldProps = { form, readOnly };
  return (
    <>
      <section className="group" aria-labelledby="g-form">
        <h2 id="g-form">{t("form.group")}</h2>
        <FormSelect
          {...fieldProps}
          name="contacts_when"
          label={t("contacts.when")}
          options={(["off", "before", "during"] as const).map((value) => ({
            value,
            label: t(`contacts.${value}`),
          }))}
        />
        {form.values.contacts_when !== "off" && (
          <FieldModes
            {...fieldProps}
            fields={["contacts_name", "contacts_email", "contacts_phone", "contacts_description"]}
          />
        )}
        <FormUrlField
          {...fieldProps}
          name="consent_url"
          label={t("consent.url")}
          hint={t("consent.url.hint")}
        />
      </section>
      <section className="group" aria-labelledby="g-chat">
        <h2 id="g-chat">{t("chat.group")}</h2>
        <FormSwitch {...fieldProps} name="files" label={t("widget.files")} />
        {form.values.files && <FileKinds {...fieldProps} />}
        <FormSwitch {...fieldProps} name="rating" label={t("widget.rating")} />
        <FormSwitch {...fieldProps} name="transcript" label={t("widget.transcript")} />
        <FormSwitch
          {...fieldProps}
          name="typing_preview"
          label={t("widget.typing")}
          hint={t("widget.typing.hint")}
        />
      </section>
      <section className="group" aria-labelledby="g-invitations">
        <h2 id="g-invitations">{t("invitations.group")}</h2>
        <FormTextField
          {...fieldProps}
          name="per_visit"
          label={t("widget.visit")}
          inputMode="numeric"
          maxLength={3}
        />
        <FormTextField
          {...fieldProps}
          name="after_close_min"
          label={t("widget.close")}
          inputMode="numeric"
          maxLength={5}
        />
      </section>
    </>
  );
}

/** Selects the file types that visitors may send (CORE-167). */
function FileKinds({ form, readOnly }: TabProps) {
  return (
    <CheckboxGroup
      title={
        <ChangedLabel form={form} name="file_kinds">
          {t("widget.kinds")}
        </ChangedLabel>
      }
      hint={t("widget.kinds.hint")}
      name="file_kinds"
      choices={fileKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      chosen={form.values.file_kinds}
      onChange={(chosen) => form.set("file_kinds", chosen)}
      readOnly={readOnly}
      error={form.errors.file_kinds}
    />
  );
}

/** Renders the settings of the offline form (WG-081). */
export function OfflineSettings({ form, readOnly }: TabProps) {
  const fieldProps = { form, readOnly };
  return (
    <section className="group" aria-labelledby="g-offline">
      <h2 id="g-offline">{t("offline.group")}</h2>
      <FormSwitch
        {...fieldProps}
        name="offline_enabled"
        label={t("widget.offline")}
        hint={t("widget.offline.hint")}
      />
      {form.values.offline_enabled && (
        <FieldModes {...fieldProps} fields={["offline_name", "offline_email", "offline_phone"]} />
      )}
    </section>
  );
}

/** Renders the settings of the call form (WG-062). */
export function CallFormSettings({ form, readOnly }: TabProps) {
  return (
    <section className="group" aria-labelledby="g-calls">
      <h2 id="g-calls">{t("calls.group")}</h2>
      <FormSwitch
        form={form}
        readOnly={readOnly}
        name="calls"
        label={t("widget.calls")}
        hint={t("widget.calls.hint")}
      />
    </section>
  );
}

function FieldModes({ form, readOnly, fields }: TabProps & { fields: readonly ModeField[] }) {
  return (
    <div className="modes">
      {fields.map((name) => (
        <FormSelect
          key={name}
          form={form}
          readOnly={readOnly}
          name={name}
          label={fieldSettingLabel(name)}
          options={(["off", "optional", "required"] as const).map((value) => ({
            value,
            label: t(`mode.${value}`),
          }))}
        />
      ))}
    </div>
  );
}

/** Returns the label of a contact field. For example, `contacts_email` is the email address. */
export function fieldSettingLabel(name: ModeField): string {
  const part = name.replace(/^\w+?_/, "") as "name" | "email" | "phone" | "description";
  return t(`field.${part}`);
}
