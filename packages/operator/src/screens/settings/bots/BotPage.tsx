import type { Bot } from "@parlour/protocol/api";
import { Banner } from "../../../ui/marks.tsx";
import { explainChannel } from "../channel-form.ts";
import { useBot } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import { LastResults } from "../LastResults.tsx";
import { CopyRow, DeliveriesLink, DocsLink, Loaded } from "../parts.tsx";
import { Secret } from "../Secret.tsx";
import { TestCard } from "../TestCard.tsx";
import { t as shared } from "../text.ts";
import { change, rotate, turnEntry } from "../thing.ts";
import { useForm, type Form } from "../use-form.ts";
import { useThingMenu } from "../use-thing-menu.tsx";
import { bodyOf, botFieldOf, botLabels, checkBot, valuesOf, type BotValues } from "./bot-form.ts";
import { BotFields } from "./BotFields.tsx";
import { t } from "./text.ts";

/** Settings → Bots → one bot (BOT-003, BOT-087, CORE-124). */
export function BotPage({ id }: { id: number }) {
  const read = useBot(id);
  return (
    <Loaded read={read} title={shared("menu.bots")} back="bots">
      {(bot) => <BotForm bot={bot} />}
    </Loaded>
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
        back="bots"
        form={form}
        labels={botLabels()}
        readOnly={bot.managed ? shared("page.managed") : null}
        tools={
          <>
            <DeliveriesLink endpoint={bot.endpoint_id} />
            {!bot.managed && menu}
          </>
        }
        side={<Side bot={bot} dirty={form.changed.length > 0} />}
      >
        <BotFields form={form} made readOnly={bot.managed} tokenShort={bot.token_short && form.values.token === ""} />
        <Addresses bot={bot} />
      </FormPage>
      {dialog}
    </>
  );
}

function useBotForm(bot: Bot): Form<BotValues> {
  return useForm<BotValues>({
    saved: valuesOf(bot),
    secrets: ["token", "client_secret"],
    check: (values) => checkBot(values, true),
    fieldOf: botFieldOf,
    explain: explainChannel,
    save: (values, changed) => change("bots", bot.id, bodyOf(values, changed)),
  });
}

function useBotMenu(bot: Bot) {
  const words = { turnOn: t("bot.turnon"), turnOff: t("bot.turnoff"), turnedOn: t("bot.turnedon"), turnedOff: t("bot.turnedoff") };
  return useThingMenu({
    label: t("bot.more"),
    deletes: t("bot.delete"),
    others: [turnEntry({ list: "bots", of: bot, words })],
    list: "bots",
    page: "bots",
    id: bot.id,
    name: bot.name,
    text: t("bot.delete.text"),
    verb: t("bot.delete.verb"),
  });
}

/** Shows a test and the latest deliveries. */
function Side({ bot, dirty }: { bot: Bot; dirty: boolean }) {
  return (
    <>
      {bot.provider.state !== "active" && (
        <Banner tone="warn">
          <p>{t("bot.suspended", { name: bot.provider.name })}</p>
        </Banner>
      )}
      <TestCard target={{ kind: "bot", id: bot.id, name: bot.name }} about={t("bot.test")} dirty={dirty} />
      <LastResults endpoint={bot.endpoint_id} />
    </>
  );
}

/**
 * Shows the addresses to which the provider posts (BOT-010, BOT-011), and the secret that signs
 * requests to the provider.
 */
function Addresses({ bot }: { bot: Bot }) {
  return (
    <Group id="g-addresses" title={t("bot.addresses")}>
      {bot.address === null ? (
        <p className="hint">{t("bot.address.hidden")}</p>
      ) : (
        <CopyRow label={t("bot.address")} value={bot.address} hint={t("bot.address.hint")} />
      )}
      {bot.address_with_authorization !== null && (
        <CopyRow label={t("bot.address.auth")} value={bot.address_with_authorization} hint={t("bot.address.auth.hint")} />
      )}
      <Secret
        path={`bots/${bot.id}`}
        hint={bot.secret_hint}
        madeAt={bot.secret_created_at}
        usedAt={bot.last_used_at}
        managed={bot.managed}
        rotate={() => rotate("bots", bot.id)}
      />
      <DocsLink page="bot" />
    </Group>
  );
}
