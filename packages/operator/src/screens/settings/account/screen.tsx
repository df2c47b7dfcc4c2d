import type { Account } from "@parlour/protocol";
import type { Field } from "@parlour/protocol/settings/field";
import { account } from "@parlour/protocol/settings/kinds/account/account";
import { AccentField } from "../../../ui/color/AccentField.tsx";
import { FormSelect } from "../kit/form/form-fields.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { singleScreen } from "../kit/kind/single-screen.ts";
import { accountSettingsText as t } from "./account-text.ts";

const localeNames: Readonly<Record<string, string>> = { en: "English", ru: "Русский" };

/** Settings → General → Name and appearance. */
export const accountScreen = singleScreen<Account>()({
  kind: account,
  prefix: "account",
  t,
  labels: [{ label: "account.title" }],
  sections: [{ id: "account", fields: ["name", "accent", "locale"] }],
  controls: {
    accent: ({ form, name, label, readOnly }) => (
      <AccentField
        label={label}
        value={form.values[name] as string}
        onChange={(accent) => form.set(name, accent)}
        error={form.errors[name]}
        disabled={readOnly}
      />
    ),
    locale: LocaleControl,
  },
  managedFields: (stored) => stored.managed_fields,
});

function LocaleControl({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const locale = form.values[name] as string;
  const names = { [locale]: locale, ...localeNames };
  return (
    <FormSelect
      form={form as unknown as Form<Record<string, string>>}
      {...{ name, label, hint, readOnly }}
      options={Object.entries(names).map(([value, text]) => ({ value, label: text }))}
    />
  );
}
