import type { BotProvider, BotWithSecret } from "@parlour/protocol/api";
import { IconRobot } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import { Select } from "../../../ui/Field.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { explainChannelError } from "../channels/channel-form.ts";
import { invalidateLists, useProviders } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { PageHeader } from "../kit/form/PageHeader.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { useOpenCreated } from "../kit/resource/resource.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import {
  toRequestBody,
  mapBotErrorField,
  getBotLabels,
  validateBot,
  emptyBot,
  type BotFormValues,
} from "./bot-form.ts";
import { BotFields } from "./BotFields.tsx";
import { ProviderDialog } from "./ProviderDialog.tsx";
import { t } from "./text.ts";

/** Renders Settings → Bots → Add (BOT-003). */
export function NewBotPage() {
  const query = useProviders();
  return (
    <QueryPageBody query={query} title={t("bot.new.title")} about={t("bot.new.about")} back="bots">
      {(providers) => {
        const usable = providers.filter((provider) => provider.state === "active");
        return usable.length === 0 ? <MissingProvider /> : <NewBotForm providers={usable} />;
      }}
    </QueryPageBody>
  );
}

/**
 * Shown until a provider exists. The dialog creates a provider, or requests one from the
 * installation owner (BOT-001, BOT-002). Afterwards the form appears.
 */
function MissingProvider() {
  const me = useCurrentOperator();
  const [adding, setAdding] = useState(false);
  return (
    <section className="formpage" aria-label={t("bot.new.title")}>
      <PageHeader title={t("bot.new.title")} about={t("bot.new.about")} back="bots" />
      <div className="body">
        <EmptyState
          icon={IconRobot}
          title={t("providers.empty")}
          action={
            <Button variant="primary" onClick={() => setAdding(true)}>
              {t(me.instance_owner ? "providers.add" : "providers.ask")}
            </Button>
          }
        >
          {t(me.instance_owner ? "bot.provider.none.owner" : "bot.provider.none")}
        </EmptyState>
      </div>
      {adding && <ProviderDialog provider={null} onClose={() => setAdding(false)} />}
    </section>
  );
}

function NewBotForm({ providers }: { providers: readonly BotProvider[] }) {
  const openCreated = useOpenCreated("bots");
  const form = useForm<BotFormValues>({
    saved: createBotValues(providers),
    validate: (values) => validateBot(values, false),
    mapErrorField: mapBotErrorField,
    explainError: explainChannelError,
    save: async (values) => {
      const created = await api.post<BotWithSecret>("/bots", toRequestBody(values, null));
      invalidateLists("bot-providers");
      await openCreated(created);
    },
  });
  return (
    <FormPage
      title={t("bot.new.title")}
      about={t("bot.new.about")}
      back="bots"
      form={form}
      labels={getBotLabels()}
      verb={t("bot.create")}
    >
      <BotFields form={form} isExisting={false} readOnly={false}>
        <ProviderSelect form={form} providers={providers} />
      </BotFields>
    </FormPage>
  );
}

/** The values of a new bot. If there is one provider, they come from it. */
function createBotValues(providers: readonly BotProvider[]): BotFormValues {
  const [provider] = providers;
  return provider === undefined || providers.length > 1
    ? emptyBot
    : {
        ...emptyBot,
        provider_id: provider.id,
        name: provider.name,
        endpoint_url: provider.endpoint_url ?? "",
      };
}

/** Selects a provider. The empty fields are filled with its name and URL. */
function ProviderSelect({
  form,
  providers,
}: {
  form: Form<BotFormValues>;
  providers: readonly BotProvider[];
}) {
  const selectProvider = (id: string) => {
    const provider = providers.find((item) => item.id === id);
    form.set("provider_id", id);
    if (form.values.name === "" && provider) form.set("name", provider.name);
    if (form.values.endpoint_url === "" && provider?.endpoint_url)
      form.set("endpoint_url", provider.endpoint_url);
  };
  return (
    <Select
      {...bindField(form, "provider_id")}
      label={t("bot.provider")}
      onChange={(event) => selectProvider(event.target.value)}
      hint={t("bot.provider.hint")}
      options={[
        { value: "", label: "–" },
        ...providers.map(({ id, name }) => ({ value: id, label: `${name} · ${id}` })),
      ]}
    />
  );
}
