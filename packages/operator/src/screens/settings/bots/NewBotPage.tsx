import type { BotProvider, BotWithSecret } from "@parlour/protocol/api";
import { useState } from "react";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import { SegmentedControl } from "../../../ui/choice/SegmentedControl.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { explainPrivateAddress } from "../kit/form/outgoing-addresses.ts";
import { invalidateLists, useProviders } from "../../../state/api/queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { createResource, useOpenCreated } from "../kit/resource/resource.ts";
import { useForm, type Form } from "../../../ui/form/use-form.ts";
import {
  toNewBotBody,
  mapBotErrorField,
  getBotLabels,
  validateNewBot,
  emptyBot,
  type BotFormValues,
  type NewBotKind,
} from "./bot-form.ts";
import { BotFields, OwnBotFields } from "./BotFields.tsx";
import { ProviderDialog } from "./ProviderDialog.tsx";
import { t } from "./text.ts";

/** Renders Settings → Bots → Add: an own bot (BOT-108), or one of a provider (BOT-003). */
export function NewBotPage() {
  const query = useProviders();
  return (
    <QueryPageBody query={query} title={t("bot.new.title")} about={t("bot.new.about")}>
      {(providers) => (
        <NewBotForm providers={providers.filter((provider) => provider.state === "active")} />
      )}
    </QueryPageBody>
  );
}

function NewBotForm({ providers }: { providers: readonly BotProvider[] }) {
  const openCreated = useOpenCreated("bots");
  const [kind, setKind] = useState<NewBotKind>("own");
  const form = useForm<BotFormValues, BotWithSecret>({
    name: "bots/",
    subject: t("bot.new.title"),
    isNew: true,
    saved: emptyBot,
    validate: (values) => validateNewBot(values, kind),
    mapErrorField: mapBotErrorField,
    explainError: explainPrivateAddress,
    save: async (values) => {
      const created = await createResource<BotWithSecret>("bots", toNewBotBody(values, kind));
      invalidateLists("bot-providers");
      return created;
    },
    onSaved: ({ id }) => openCreated(id),
  });
  return (
    <FormPage
      title={t("bot.new.title")}
      about={t("bot.new.about")}

      form={form}
      labels={getBotLabels()}
      button={t("bot.create")}
    >
      <SettingsSection id="g-kind" title={t("bot.kind")}>
        <SegmentedControl
          label={t("bot.kind.label")}
          value={kind}
          options={(["own", "provider"] as const).map((value) => ({
            value,
            label: t(`bot.kind.${value}`),
          }))}
          onChange={setKind}
        />
        <p className="hint">{t(`bot.kind.${kind}.hint`)}</p>
      </SettingsSection>
      {kind === "own" ? (
        <OwnBotFields form={form} />
      ) : (
        <BotFields form={form} isExisting={false} readOnly={false}>
          {providers.length === 0 ? (
            <MissingProvider />
          ) : (
            <ProviderSelect form={form} providers={providers} />
          )}
        </BotFields>
      )}
    </FormPage>
  );
}

/**
 * Shown until a provider exists. The dialog creates a provider, or requests one from the
 * installation owner (BOT-001, BOT-002). Afterwards the selection appears.
 */
function MissingProvider() {
  const isInstallationOwner = useCurrentOperator().instance_owner;
  const [adding, setAdding] = useState(false);
  return (
    <div className="field">
      <p className="hint">
        {t(isInstallationOwner ? "bot.provider.none.owner" : "bot.provider.none")}
      </p>
      <p>
        <Button small aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {t(isInstallationOwner ? "providers.add" : "providers.ask")}
        </Button>
      </p>
      {adding && <ProviderDialog provider={null} onClose={() => setAdding(false)} />}
    </div>
  );
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
