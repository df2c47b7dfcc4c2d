import type { Bot } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { api, queryClient } from "../../../../state/api/api.ts";
import { useLiveState } from "../../../../state/live-context.tsx";
import { can, readsTexts, useCurrentOperator } from "../../../../state/session.tsx";
import { runOrToast, useApiMutation } from "../../../../ui/mutation.ts";
import { Switch } from "../../../../ui/Field.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { invalidateLists, useAllChannels, useBots } from "../../../../state/api/queries.ts";
import { SettingsSection } from "../../kit/form/SettingsSection.tsx";
import { t } from "./bot-text.ts";

/**
 * Selects the bots that answer in a widget (WG-090, BOT-003). A change takes effect immediately and
 * is independent of the form.
 */
export function BotScope({ channel }: { channel: number }) {
  const bots = useBots().data;
  const channels = useAllChannels().data;
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const { busy, run } = useApiMutation();
  const me = useCurrentOperator();
  const canAdd = readsTexts(me) && can(me, "bots.manage");
  if (bots === undefined || channels === undefined) return null;
  const channelIds = channels.map(({ id }) => id);
  return (
    <SettingsSection id="g-bots" title={t("scope.group")}>
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
    </SettingsSection>
  );
}

/**
 * Saves the new scope of a bot. Saves nothing if the scope is undefined, because the bot would have
 * no channel.
 */
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
  invalidateLists("bots");
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

/**
 * Returns whether a channel is in the scope of a bot (BOT-003), even if the bot is disabled or
 * suspended.
 */
export const isBotInScope = ({ channels }: Bot, channel: number): boolean =>
  channels === null || channels.includes(channel);

/**
 * Returns the channels of a bot after one channel was added to or removed from its scope.
 * `allChannels` contains every channel of the account.
 *
 * If `channels` is null, the bot is in all channels, including future ones. Returns undefined if no
 * channel would remain, because such a bot must be disabled instead.
 */
export function changeScope(
  { channels }: Bot,
  channel: number,
  isInScope: boolean,
  allChannels: readonly number[],
): number[] | undefined {
  if (isInScope) return [...new Set([...(channels ?? allChannels), channel])];
  const remaining = (channels ?? allChannels).filter((id) => id !== channel);
  return remaining.length === 0 ? undefined : remaining;
}

/**
 * Returns the bot that is first to handle new chats of a channel: among active bots the most
 * specific, then the newest (BOT-004).
 */
export function findDefaultBot(bots: readonly Bot[], channel: number): Bot | undefined {
  return bots
    .filter((bot) => bot.enabled && bot.provider.state === "active" && isBotInScope(bot, channel))
    .toSorted(
      (a, b) => Number(a.channels === null) - Number(b.channels === null) || b.id - a.id,
    )[0];
}
