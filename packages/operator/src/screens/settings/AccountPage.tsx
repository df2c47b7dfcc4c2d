import type { Account } from "@parlour/protocol";
import { api, queries } from "../../state/api.ts";
import { Select, TextField } from "../../ui/Field.tsx";
import { Accent } from "../setup/Accent.tsx";
import { contrastOf } from "../setup/contrast.ts";
import { t as setup } from "../setup/text.ts";
import { bind } from "./bound.tsx";
import { useAccount } from "./data.ts";
import { FormPage } from "./FormPage.tsx";
import { Group } from "./Group.tsx";
import { Loaded } from "./parts.tsx";
import { t } from "./text.ts";
import { useForm, type Form } from "./use-form.ts";

interface Values {
  name: string;
  accent: string;
  locale: string;
}
const languages: Record<string, string> = { en: "English", ru: "Русский" };

/** Settings → Name and appearance. */
export function AccountPage() {
  const read = useAccount();
  return (
    <Loaded read={read} title={t("menu.general")} about={t("account.about")}>
      {(account) => <AccountForm account={account} />}
    </Loaded>
  );
}

function AccountForm({ account }: { account: Account }) {
  const fixed = (field: keyof Values): boolean => account.managed_fields.includes(field);
  const isAllFixed = fixed("name") && fixed("accent") && fixed("locale");
  const form = useForm<Values>({
    saved: { name: account.name, accent: account.accent, locale: account.locale },
    check: ({ name, accent }) => ({
      ...(name.trim() === "" && { name: t("account.name.missing") }),
      ...(contrastOf(accent) === null && { accent: setup("accent.wrong") }),
    }),
    save: async (values, changed) => {
      const body = Object.fromEntries(changed.map((key) => [key, values[key].trim()]));
      queries.setQueryData(["account"], await api.patch<Account>("/account", body));
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
      <Fields form={form} fixed={fixed} hint={isAllFixed ? undefined : t("page.managed")} />
    </FormPage>
  );
}

/**
 * Renders the fields. `isManaged` returns whether the provisioning file sets a field. `hint`
 * replaces the hint of such a field if other fields stay editable.
 */
function Fields({ form, fixed, hint }: { form: Form<Values>; fixed: (field: keyof Values) => boolean; hint: string | undefined }) {
  const { values, set, faults } = form;
  const offered = { ...languages, ...(languages[values.locale] === undefined && { [values.locale]: values.locale }) };
  const name = { ...bind(form, "name"), label: t("account.name"), maxLength: 100, autoComplete: "organization" };
  const hintOf = (field: keyof Values, usual?: string): { hint?: string } => {
    const words = fixed(field) ? (hint ?? usual) : usual;
    return words === undefined ? {} : { hint: words };
  };
  return (
    <Group id="g-account" title={t("account.group")}>
      <TextField {...name} {...hintOf("name")} readOnly={fixed("name")} />
      <Accent value={values.accent} onChange={(accent) => set("accent", accent)} error={faults.accent} disabled={fixed("accent")} />
      <Select
        {...bind(form, "locale")}
        {...hintOf("locale", t("account.locale.hint"))}
        label={t("account.locale")}
        options={Object.entries(offered).map(([value, label]) => ({ value, label }))}
        disabled={fixed("locale")}
      />
    </Group>
  );
}
