import type { Account } from "@parlour/protocol";
import { api, queryClient } from "../../../state/api/api.ts";
import { Select, TextField } from "../../../ui/Field.tsx";
import { AccentField } from "../../../ui/color/AccentField.tsx";
import { getContrast } from "../../../ui/color/contrast.ts";
import { accentText } from "../../../ui/color/accent-text.ts";
import { bindField } from "../kit/form/form-fields.tsx";
import { useAccount } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";

interface AccountFormValues {
  name: string;
  accent: string;
  locale: string;
}
const localeNames: Record<string, string> = { en: "English", ru: "Русский" };

/** Renders Settings → Name and appearance. */
export function AccountPage() {
  const query = useAccount();
  return (
    <QueryPageBody query={query} title={t("menu.general")} about={t("account.about")}>
      {(account) => <AccountForm account={account} />}
    </QueryPageBody>
  );
}

function AccountForm({ account }: { account: Account }) {
  const isManaged = (field: keyof AccountFormValues): boolean =>
    account.managed_fields.includes(field);
  const isAllFixed = isManaged("name") && isManaged("accent") && isManaged("locale");
  const form = useForm<AccountFormValues>({
    saved: { name: account.name, accent: account.accent, locale: account.locale },
    validate: ({ name, accent }) => ({
      ...(name.trim() === "" && { name: t("account.name.missing") }),
      ...(getContrast(accent) === null && { accent: accentText("accent.wrong") }),
    }),
    save: async (values, changed) => {
      const body = Object.fromEntries(changed.map((key) => [key, values[key].trim()]));
      queryClient.setQueryData(["account"], await api.patch<Account>("/account", body));
    },
  });
  return (
    <FormPage
      title={t("menu.general")}
      about={t("account.about")}
      form={form}
      readOnly={isAllFixed ? t("page.managed") : null}
      labels={{ name: t("account.name"), accent: t("account.accent"), locale: t("account.locale") }}
    >
      <AccountFields
        form={form}
        isManaged={isManaged}
        hint={isAllFixed ? undefined : t("page.managed")}
      />
    </FormPage>
  );
}

interface AccountFieldsProps {
  form: Form<AccountFormValues>;
  isManaged: (field: keyof AccountFormValues) => boolean;
  hint: string | undefined;
}

/**
 * Renders the fields. `isManaged` returns whether the provisioning file sets a field. `hint`
 * replaces the hint of such a field if other fields remain editable.
 */
function AccountFields({ form, isManaged, hint }: AccountFieldsProps) {
  const { values, set, errors } = form;
  const localeOptions = {
    ...localeNames,
    ...(localeNames[values.locale] === undefined && { [values.locale]: values.locale }),
  };
  const name = {
    ...bindField(form, "name"),
    label: t("account.name"),
    maxLength: 100,
    autoComplete: "organization",
  };
  const getHint = (field: keyof AccountFormValues, usual?: string): { hint?: string } => {
    const hintText = isManaged(field) ? (hint ?? usual) : usual;
    return hintText === undefined ? {} : { hint: hintText };
  };
  return (
    <SettingsSection id="g-account" title={t("account.group")}>
      <TextField {...name} {...getHint("name")} readOnly={isManaged("name")} />
      <AccentField
        label={t("account.accent")}
        value={values.accent}
        onChange={(accent) => set("accent", accent)}
        error={errors.accent}
        disabled={isManaged("accent")}
      />
      <Select
        {...bindField(form, "locale")}
        {...getHint("locale", t("account.locale.hint"))}
        label={t("account.locale")}
        options={Object.entries(localeOptions).map(([value, label]) => ({ value, label }))}
        disabled={isManaged("locale")}
      />
    </SettingsSection>
  );
}
