import type { BotProvider, BotWithSecret } from "@parlour/protocol/api";
import { IconRobot } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { useMe } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Empty } from "../../../ui/marks.tsx";
import { Select } from "../../../ui/Field.tsx";
import { bind } from "../bound.tsx";
import { explainChannel } from "../channel-form.ts";
import { stale, useProviders } from "../data.ts";
import { FormPage, PageHead } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { useMade } from "../thing.ts";
import { useForm, type Form } from "../use-form.ts";
import { bodyOf, botFieldOf, botLabels, checkBot, newBot, type BotValues } from "./bot-form.ts";
import { BotFields } from "./BotFields.tsx";
import { ProviderDialog } from "./ProviderDialog.tsx";
import { t } from "./text.ts";

/** Settings → Bots → Add (BOT-003). */
export function NewBotPage() {
  const read = useProviders();
  return (
    <Loaded read={read} title={t("bot.new.title")} about={t("bot.new.about")} back="bots">
      {(providers) => {
        const usable = providers.filter((provider) => provider.state === "active");
        return usable.length === 0 ? <NoProvider /> : <NewBot providers={usable} />;
      }}
    </Loaded>
  );
}

/**
 * Shown while no provider exists. The dialog creates one, or requests one from the installation
 * owner (BOT-001, BOT-002). The form appears afterwards.
 */
function NoProvider() {
  const me = useMe();
  const [adding, setAdding] = useState(false);
  return (
    <section className="formpage" aria-label={t("bot.new.title")}>
      <PageHead title={t("bot.new.title")} about={t("bot.new.about")} back="bots" />
      <div className="body">
        <Empty
          icon={IconRobot}
          title={t("providers.empty")}
          action={
            <Button variant="primary" onClick={() => setAdding(true)}>
              {t(me.instance_owner ? "providers.add" : "providers.ask")}
            </Button>
          }
        >
          {t(me.instance_owner ? "bot.provider.none.owner" : "bot.provider.none")}
        </Empty>
      </div>
      {adding && <ProviderDialog provider={null} onClose={() => setAdding(false)} />}
    </section>
  );
}

function NewBot({ providers }: { providers: readonly BotProvider[] }) {
  const onMade = useMade("bots");
  const first = providers.length === 1 ? providers[0] : undefined;
  const form = useForm<BotValues>({
    saved: { ...newBot, provider_id: first?.id ?? "", name: first?.name ?? "", endpoint_url: first?.endpoint_url ?? "" },
    check: (values) => checkBot(values, false),
    fieldOf: botFieldOf,
    explain: explainChannel,
    save: async (values) => {
      const made = await api.post<BotWithSecret>("/bots", bodyOf(values, null));
      stale("bot-providers");
      await onMade(made);
    },
  });
  return (
    <FormPage title={t("bot.new.title")} about={t("bot.new.about")} back="bots" form={form} labels={botLabels()} verb={t("bot.create")}>
      <BotFields form={form} made={false} readOnly={false}>
        <ProviderSelect form={form} providers={providers} />
      </BotFields>
    </FormPage>
  );
}

/** Selects a provider. Its name and URL fill the fields that are empty. */
function ProviderSelect({ form, providers }: { form: Form<BotValues>; providers: readonly BotProvider[] }) {
  const choose = (id: string) => {
    const provider = providers.find((one) => one.id === id);
    form.set("provider_id", id);
    if (form.values.name === "" && provider) form.set("name", provider.name);
    if (form.values.endpoint_url === "" && provider?.endpoint_url) form.set("endpoint_url", provider.endpoint_url);
  };
  return (
    <Select
      {...bind(form, "provider_id")}
      label={t("bot.provider")}
      onChange={(event) => choose(event.target.value)}
      hint={t("bot.provider.hint")}
      options={[{ value: "", label: "–" }, ...providers.map(({ id, name }) => ({ value: id, label: `${name} · ${id}` }))]}
    />
  );
}
