import type { Bot } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { api, queries } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { may, useMe } from "../../../state/session.tsx";
import { orSay, useDeed } from "../../../ui/deed.ts";
import { Switch } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale, useAllChannels, useBots } from "../data.ts";
import { Group } from "../Group.tsx";
import { answersHere, firstBot, scopeAfter } from "./bot-scope.ts";
import { t } from "./bot-text.ts";

/**
 * Selects the bots that answer in a widget (WG-090, BOT-003). Changes the scope of a bot at once,
 * independently of the form.
 */
export function BotScope({ channel }: { channel: number }) {
  const bots = useBots().data;
  const channels = useAllChannels().data;
  const offline = useLive((state) => state.connection.kind === "offline");
  const { busy, run } = useDeed();
  const canAdd = may(useMe(), "addresses");
  if (bots === undefined || channels === undefined) return null;
  const all = channels.map(({ id }) => id);
  return (
    <Group id="g-bots" title={t("scope.group")}>
      <p className="hint">{t("scope.about")}</p>
      {bots.map((bot) => (
        <Switch
          key={bot.id}
          name={`bot-${bot.id}`}
          label={<bdi>{bot.name}</bdi>}
          hint={t(`scope.${stateOf(bot, channel)}`)}
          checked={answersHere(bot, channel)}
          disabled={bot.managed || offline || busy || !canAdd}
          onChange={(event) => void run(() => turn(bot, scopeAfter(bot, channel, event.target.checked, all), event.target.checked))}
        />
      ))}
      <p className="t13">{bots.length === 0 ? <NoBot canAdd={canAdd} /> : <WhoIsFirst name={firstBot(bots, channel)?.name} />}</p>
    </Group>
  );
}

/** Saves a bot's new scope. undefined: the bot would have no channel, so nothing is saved. */
async function turn(bot: Bot, scope: number[] | null | undefined, on: boolean): Promise<void> {
  if (scope === undefined) return void toast(t("scope.only", { name: bot.name }), { tone: "bad" });
  await orSay(async () => {
    queries.setQueryData<Bot[]>(["bots"], (before) => before?.map((one) => (one.id === bot.id ? { ...one, channels: scope } : one)));
    await api.patch<Bot>(`/bots/${bot.id}`, { channels: scope });
    toast(t(on ? "scope.joined" : "scope.left", { name: bot.name }));
  });
  stale("bots");
}

function NoBot({ canAdd }: { canAdd: boolean }) {
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

const WhoIsFirst = ({ name }: { name: string | undefined }) => (name === undefined ? t("scope.nobody") : t("scope.first", { name }));

function stateOf(bot: Bot, channel: number): "file" | "off" | "all" | "here" | "elsewhere" {
  if (bot.managed) return "file";
  if (!bot.enabled) return "off";
  if (bot.channels === null) return "all";
  return answersHere(bot, channel) ? "here" : "elsewhere";
}
