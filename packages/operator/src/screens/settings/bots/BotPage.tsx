import type { Bot, BotWithSecret } from "@parlour/protocol/api";
import { IconPower } from "@tabler/icons-react";
import { api, queries } from "../../../state/api.ts";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { toast } from "../../../ui/toast.tsx";
import { explainChannel } from "../channel-form.ts";
import { stale, useBot } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { LastResults } from "../LastResults.tsx";
import { CopyRow, DeliveriesLink, DocsLink, Loaded } from "../parts.tsx";
import { Secret } from "../Secret.tsx";
import { TestCard } from "../TestCard.tsx";
import { t as shared } from "../text.ts";
import { useForm } from "../use-form.ts";
import { useThingMenu } from "../use-thing-menu.tsx";
import { bodyOf, botFieldOf, botLabels, checkBot, valuesOf, type BotValues } from "./bot-form.ts";
import { BotFields } from "./BotFields.tsx";
import { t } from "./text.ts";

/** Settings → Bots → one connection (BOT-003, BOT-087, CORE-124). */
export function BotPage({ id }: { id: number }) {
  const read = useBot(id);
  return (
    <Loaded read={read} title={shared("menu.bots")} back="bots">
      {(bot) => <BotForm bot={bot} />}
    </Loaded>
  );
}

function BotForm({ bot }: { bot: Bot }) {
  const form = useForm<BotValues>({
    saved: valuesOf(bot),
    check: (values) => checkBot(values, true),
    fieldOf: botFieldOf,
    explain: explainChannel,
    save: async (values, changed) => {
      put(await api.patch<Bot>(`/bots/${bot.id}`, bodyOf(values, changed)));
    },
  });
  const turn = async (enabled: boolean) => {
    try {
      put(await api.patch<Bot>(`/bots/${bot.id}`, { enabled }));
      toast(t(enabled ? "bot.turnedon" : "bot.turnedoff"), { action: { label: shared("page.undo"), run: () => void turn(!enabled) } });
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    }
  };
  const { menu, dialog } = useThingMenu({
    label: t("bot.more"),
    deletes: t("bot.delete"),
    others: [{ id: "turn", icon: IconPower, label: t(bot.enabled ? "bot.turnoff" : "bot.turnon"), run: () => void turn(!bot.enabled) }],
    list: "bots",
    page: "bots",
    id: bot.id,
    name: bot.name,
    text: t("bot.delete.text"),
    verb: t("bot.delete.verb"),
  });
  const tools = (
    <>
      <DeliveriesLink endpoint={bot.endpoint_id} />
      {!bot.managed && menu}
    </>
  );
  return (
    <>
      <FormPage
        title={bot.name}
        about={t("bot.about", { provider: bot.provider.name, id: bot.provider.id })}
        back="bots"
        form={form}
        labels={botLabels()}
        readOnly={bot.managed ? shared("page.managed") : null}
        tools={tools}
        side={
          <>
            {bot.provider.state !== "active" && (
              <Banner tone="warn">
                <p>{t("bot.suspended", { name: bot.provider.name })}</p>
              </Banner>
            )}
            <TestCard target={{ kind: "bot", id: bot.id, name: bot.name }} about={t("bot.test")} dirty={form.changed.length > 0} />
            <LastResults endpoint={bot.endpoint_id} />
          </>
        }
      >
        <BotFields form={form} made readOnly={bot.managed} tokenShort={bot.token_short && form.values.token === ""} />
        <Addresses bot={bot} />
      </FormPage>
      {dialog}
    </>
  );
}

/** Where the provider posts (BOT-010, BOT-011), and the secret that signs what it gets. */
function Addresses({ bot }: { bot: Bot }) {
  const rotate = async () => {
    const { signing_secret: fresh, ...changed } = await api.post<BotWithSecret>(`/bots/${bot.id}/rotate`);
    put(changed);
    return fresh;
  };
  return (
    <section className="group" aria-labelledby="g-addresses">
      <h2 id="g-addresses">{t("bot.addresses")}</h2>
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
        rotate={rotate}
      />
      <DocsLink page="bot" />
    </section>
  );
}

function put(bot: Bot): void {
  queries.setQueryData(["bots", bot.id], bot);
  stale("bots");
}
