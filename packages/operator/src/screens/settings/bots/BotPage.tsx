import type { Bot } from "@parlour/protocol/api";
import { Banner } from "../../../ui/badges.tsx";
import { explainPrivateAddress } from "../kit/form/outgoing-addresses.ts";
import { useBot } from "../../../state/api/queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { RecentDeliveries } from "../channels/RecentDeliveries.tsx";
import { CopyField, DeliveriesLink, DocsLink, QueryPageBody } from "../kit/resource/parts.tsx";
import { SigningSecret } from "../kit/resource/SigningSecret.tsx";
import { TestEventCard } from "../channels/TestEventCard.tsx";
import { t as shared } from "../text.ts";
import { updateResource, rotateCredential, createToggleEntry } from "../kit/resource/resource.ts";
import { useForm, type Form } from "../../../ui/form/use-form.ts";
import { useResourceMenu } from "../kit/resource/use-resource-menu.tsx";
import {
  toRequestBody,
  mapBotErrorField,
  getBotLabels,
  validateBot,
  toFormValues,
  type BotFormValues,
} from "./bot-form.ts";
import { BotFields } from "./BotFields.tsx";
import { t } from "./text.ts";

/** Renders Settings → Bots → one bot (BOT-003, BOT-087, CORE-124). */
export function BotPage({ id }: { id: number }) {
  const query = useBot(id);
  return (
    <QueryPageBody query={query} title={shared("menu.bots")}>
      {(bot) => <BotForm bot={bot} />}
    </QueryPageBody>
  );
}

function BotForm({ bot }: { bot: Bot }) {
  const form = useBotForm(bot);
  const { menu, dialog } = useBotMenu(bot);
  return (
    <>
      <FormPage
        title={bot.name}
        about={t("bot.about", { provider: bot.provider.name, id: bot.provider.id })}

        form={form}
        labels={getBotLabels()}
        readOnly={bot.managed ? shared("page.managed") : null}
        tools={
          <>
            <DeliveriesLink endpoint={bot.endpoint_id} />
            {!bot.managed && menu}
          </>
        }
        side={<BotSidebar bot={bot} dirty={form.changed.length > 0} />}
      >
        <BotFields
          form={form}
          isExisting
          readOnly={bot.managed}
          tokenShort={bot.token_short && form.values.token === ""}
        />
        <BotAddresses bot={bot} />
      </FormPage>
      {dialog}
    </>
  );
}

function useBotForm(bot: Bot): Form<BotFormValues> {
  return useForm<BotFormValues>({
    name: `bots/${bot.id}`,
    subject: bot.name,
    saved: toFormValues(bot),
    secrets: ["token", "client_secret"],
    validate: (values) => validateBot(values, true),
    mapErrorField: mapBotErrorField,
    explainError: explainPrivateAddress,
    save: (values, changed) => updateResource("bots", bot.id, toRequestBody(values, changed)),
  });
}

function useBotMenu(bot: Bot) {
  const labels = {
    turnOn: t("bot.turnon"),
    turnOff: t("bot.turnoff"),
    turnedOn: t("bot.turnedon"),
    turnedOff: t("bot.turnedoff"),
  };
  return useResourceMenu({
    label: t("bot.more"),
    deleteLabel: t("bot.delete"),
    otherEntries: [createToggleEntry({ list: "bots", resource: bot, labels })],
    list: "bots",
    page: "bots",
    id: bot.id,
    name: bot.name,
    text: t("bot.delete.text"),
    button: t("bot.delete.verb"),
  });
}

/** Shows a test and the latest deliveries. */
function BotSidebar({ bot, dirty }: { bot: Bot; dirty: boolean }) {
  return (
    <>
      {bot.provider.state !== "active" && (
        <Banner tone="warn">
          <p>{t("bot.suspended", { name: bot.provider.name })}</p>
        </Banner>
      )}
      <TestEventCard
        target={{ kind: "bot", id: bot.id, name: bot.name }}
        about={t("bot.test")}
        dirty={dirty}
      />
      <RecentDeliveries endpoint={bot.endpoint_id} />
    </>
  );
}

/**
 * Shows the URLs that the provider posts to (BOT-010, BOT-011), and the secret that signs requests
 * to the provider.
 */
function BotAddresses({ bot }: { bot: Bot }) {
  return (
    <SettingsSection id="g-addresses" title={t("bot.addresses")}>
      {bot.address === null ? (
        <p className="hint">{t("bot.address.hidden")}</p>
      ) : (
        <CopyField label={t("bot.address")} value={bot.address} hint={t("bot.address.hint")} />
      )}
      {bot.address_with_authorization !== null && (
        <CopyField
          label={t("bot.address.auth")}
          value={bot.address_with_authorization}
          hint={t("bot.address.auth.hint")}
        />
      )}
      <SigningSecret
        path={`bots/${bot.id}`}
        hint={bot.secret_hint}
        createdAt={bot.secret_created_at}
        lastUsedAt={bot.last_used_at}
        managed={bot.managed}
        rotate={() => rotateCredential("bots", bot.id)}
      />
      <DocsLink page="bot" />
    </SettingsSection>
  );
}
