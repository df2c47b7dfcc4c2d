import type { Bot } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, queries } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { Switch } from "../../../ui/Field.tsx";
import { wordsOf } from "../../../ui/Failure.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale, useAllChannels, useBots } from "../data.ts";
import { answersHere, firstBot, scopeAfter } from "./bot-scope.ts";
import { t } from "./bot-text.ts";

/** Which bots answer in a widget (WG-090, BOT-003): their scope, changed from here at once, beside the form. */
export function BotScope({ channel }: { channel: number }) {
  const bots = useBots();
  const channels = useAllChannels();
  const offline = useLive((state) => state.connection.kind === "offline");
  const [busy, setBusy] = useState<number | null>(null);
  if (bots.data === undefined || channels.data === undefined) return null;
  const all = channels.data.map(({ id }) => id);
  const first = firstBot(bots.data, channel);
  const turn = async (bot: Bot, on: boolean) => {
    const scope = scopeAfter(bot, channel, on, all);
    if (scope === undefined) return toast(t("scope.only", { name: bot.name }), { tone: "bad" });
    setBusy(bot.id);
    try {
      queries.setQueryData<Bot[]>(["bots"], (before) => before?.map((one) => (one.id === bot.id ? { ...one, channels: scope } : one)));
      await api.patch<Bot>(`/bots/${bot.id}`, { channels: scope });
      toast(t(on ? "scope.joined" : "scope.left", { name: bot.name }));
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    }
    stale("bots");
    setBusy(null);
  };
  return (
    <section className="group" aria-labelledby="g-bots">
      <h2 id="g-bots">{t("scope.group")}</h2>
      <p className="hint">{t("scope.about")}</p>
      {bots.data.map((bot) => (
        <Switch
          key={bot.id}
          name={`bot-${bot.id}`}
          label={<bdi>{bot.name}</bdi>}
          hint={t(`scope.${stateOf(bot, channel)}`)}
          checked={answersHere(bot, channel)}
          disabled={bot.managed || offline || busy !== null}
          onChange={(event) => void turn(bot, event.target.checked)}
        />
      ))}
      <p className="t13">
        {bots.data.length === 0 ? (
          <>
            {t("scope.none")}{" "}
            <Link to="/settings/$" params={{ _splat: "bots/new" }}>
              {t("scope.add")}
            </Link>
          </>
        ) : first === undefined ? (
          t("scope.nobody")
        ) : (
          t("scope.first", { name: first.name })
        )}
      </p>
    </section>
  );
}

function stateOf(bot: Bot, channel: number): "file" | "off" | "all" | "here" | "elsewhere" {
  if (bot.managed) return "file";
  if (!bot.enabled) return "off";
  if (bot.channels === null) return "all";
  return answersHere(bot, channel) ? "here" : "elsewhere";
}
