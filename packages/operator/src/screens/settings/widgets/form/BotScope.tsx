import type { Bot } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { api, queryClient } from "../../../../state/api/api.ts";
import { useLive } from "../../../../state/live-context.tsx";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { runOrToast, useApiMutation } from "../../../../ui/mutation.ts";
import { Switch } from "../../../../ui/Field.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { invalidate, useAllChannels, useBots } from "../../queries.ts";
import { Section } from "../../kit/form/Section.tsx";
import { isBotInScope, findDefaultBot, changeScope } from "./bot-scope.ts";
import { t } from "./bot-text.ts";

/**
 * Selects the bots that answer in a widget (WG-090, BOT-003). Changes the scope of a bot at once,
 * independently of the form.
 */
export function BotScope({ channel }: { channel: number }) {
  const bots = useBots().data;
  const channels = useAllChannels().data;
  const offline = useLive((state) => state.connection.kind === "offline");
  const { busy, run } = useApiMutation();
  const canAdd = can(useCurrentOperator(), "addresses");
  if (bots === undefined || channels === undefined) return null;
  const channelIds = channels.map(({ id }) => id);
  return (
    <Section id="g-bots" title={t("scope.group")}>
      <p className="hint">{t("scope.about")}</p>
      {bots.map((bot) => (
        <Switch
          key={bot.id}
          name={`bot-${bot.id}`}
          label={<bdi>{bot.name}</bdi>}
          hint={t(`scope.${getScopeState(bot, channel)}`)}
          checked={isBotInScope(bot, channel)}
          disabled={bot.managed || offline || busy || !canAdd}
          onChange={(event) =>
            void run(() =>
              setBotScope(
                bot,
                changeScope(bot, channel, event.target.checked, channelIds),
                event.target.checked,
              ),
            )
          }
        />
      ))}
      <p className="t13">
        {bots.length === 0 ? (
          <EmptyBotList canAdd={canAdd} />
        ) : (
          <DefaultBot name={findDefaultBot(bots, channel)?.name} />
        )}
      </p>
    </Section>
  );
}

/** Saves a bot's new scope. undefined: the bot would have no channel, so nothing is saved. */
async function setBotScope(
  bot: Bot,
  scope: number[] | null | undefined,
  isInScope: boolean,
): Promise<void> {
  if (scope === undefined) return void toast(t("scope.only", { name: bot.name }), { tone: "bad" });
  await runOrToast(async () => {
    queryClient.setQueryData<Bot[]>(["bots"], (bots) =>
      bots?.map((item) => (item.id === bot.id ? { ...item, channels: scope } : item)),
    );
    await api.patch<Bot>(`/bots/${bot.id}`, { channels: scope });
    toast(t(isInScope ? "scope.joined" : "scope.left", { name: bot.name }));
  });
  invalidate("bots");
}

function EmptyBotList({ canAdd }: { canAdd: boolean }) {
  return (
    <>
      {t("scope.none")}{" "}
      {canAdd && (
        <Link to="/settings/$" params={{ _splat: "bots/new" }}>
          {t("scope.add")}
        </Link>
      )}
    </>
  );
}

const DefaultBot = ({ name }: { name: string | undefined }) =>
  name === undefined ? t("scope.nobody") : t("scope.first", { name });

function getScopeState(bot: Bot, channel: number): "file" | "off" | "all" | "here" | "elsewhere" {
  if (bot.managed) return "file";
  if (!bot.enabled) return "off";
  if (bot.channels === null) return "all";
  return isBotInScope(bot, channel) ? "here" : "elsewhere";
}
