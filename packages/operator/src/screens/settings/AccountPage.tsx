import type { Account } from "@parlour/protocol";
import { api, queries } from "../../state/api.ts";
import { Select, TextField } from "../../ui/Field.tsx";
import { Accent } from "../setup/Accent.tsx";
import { contrastOf } from "../setup/contrast.ts";
import { t as setup } from "../setup/text.ts";
import { useAccount } from "./data.ts";
import { FormPage } from "./FormPage.tsx";
import { Loaded } from "./parts.tsx";
import { t } from "./text.ts";
import { useForm } from "./use-form.ts";

interface Values {
  name: string;
  accent: string;
  locale: string;
}
const languages: Record<string, string> = { en: "English", ru: "Русский" };

/** Settings → Name and look of the account. */
export function AccountPage() {
  const read = useAccount();
  return (
    <Loaded read={read} title={t("menu.general")} about={t("account.about")}>
      {(account) => <AccountForm account={account} />}
    </Loaded>
  );
}

function AccountForm({ account }: { account: Account }) {
  const readOnly = account.managed ? t("page.managed") : null;
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
  const { values, set, faults } = form;
  const options = Object.entries({ ...languages, ...(languages[values.locale] === undefined && { [values.locale]: values.locale }) }).map(
    ([value, label]) => ({ value, label }),
  );
  return (
    <FormPage
      title={t("menu.general")}
      about={t("account.about")}
      form={form}
      readOnly={readOnly}
      labels={{ name: t("account.name"), accent: t("account.accent"), locale: t("account.locale") }}
    >
      <section className="group" aria-labelledby="g-account">
        <h2 id="g-account">{t("account.group")}</h2>
        <TextField
          label={t("account.name")}
          name="name"
          value={values.name}
          onChange={(event) => set("name", event.target.value)}
          error={faults.name}
          maxLength={100}
          autoComplete="organization"
          readOnly={readOnly !== null}
        />
        <Accent value={values.accent} onChange={(accent) => set("accent", accent)} error={faults.accent} disabled={readOnly !== null} />
        <Select
          label={t("account.locale")}
          name="locale"
          value={values.locale}
          onChange={(event) => set("locale", event.target.value)}
          error={faults.locale}
          hint={t("account.locale.hint")}
          options={options}
          disabled={readOnly !== null}
        />
      </section>
    </FormPage>
  );
}
