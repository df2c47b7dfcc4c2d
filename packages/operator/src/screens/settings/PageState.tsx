import type { ApiKey, Trigger } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { defineTexts, i18n } from "../../text/index.ts";
import { useNow } from "../../ui/time.ts";
import { isFailing } from "./connectors/ChannelStatus.tsx";
import { isOnNoChannel } from "./people/on-no-channel.ts";
import { useAccount, useAllChannels, useHours, useOperators } from "../../state/api/queries.ts";

const t = defineTexts({
  en: {
    "state.on": "{n} on",
    "state.failing": "{name}: not working",
    "state.failing.many": "{n} of {all} not working",
    "state.hours.open": "open now",
    "state.hours.closed": "closed now",
    "state.hours.always": "always open",
    "state.people": "{n}, {without} on no channel",
    "state.keys": "{n}, {soon, plural, one {# expires} other {# expire}} within {days} days",
  },
  ru: {
    "state.on": "включено: {n}",
    "state.failing": "{name}: не работает",
    "state.failing.many": "не работают: {n} из {all}",
    "state.hours.open": "сейчас открыто",
    "state.hours.closed": "сейчас закрыто",
    "state.hours.always": "всегда открыто",
    "state.people": "{n}, без каналов: {without}",
    "state.keys":
      "{n}, {soon, plural, one {# истекает} few {# истекают} other {# истекают}} за {days} дней",
  },
});

/** The present state of a settings page, in few words. Null: not loaded, or nothing to say. */
interface PageStateText {
  readonly text: string;
  /** Whether somebody must do something. `danger`: it does not work. */
  readonly tone?: "warning" | "danger";
}
type UsePageState = () => PageStateText | null;

/** Time in days before its end in which an API key is named. */
const soonDays = 14;

const states: Readonly<Record<string, UsePageState>> = {
  widgets: () => toCount(useAllChannels().data?.filter(({ kind }) => kind === "widget")),
  channels: () => toCount(useAllChannels().data?.filter(({ kind }) => kind === "api")),
  connectors: useConnectorState,
  bots: () => toCount(useList("bots")),
  tags: () => toCount(useList("tags")),
  triggers: useTriggerState,
  hours: useHoursState,
  people: useOperatorState,
  departments: () => toCount(useList("departments")),
  webhooks: () => toCount(useList("webhooks")),
  keys: useKeyState,
  account: () => {
    const name = useAccount().data?.name;
    return name === undefined ? null : { text: name };
  },
};

/** Shows the present state of a settings page in the overview. */
export function PageState({ path }: { path: string }) {
  const usePageState = Object.hasOwn(states, path) ? states[path] : undefined;
  return usePageState === undefined ? null : <StateText usePageState={usePageState} />;
}

function StateText({ usePageState }: { usePageState: UsePageState }) {
  const state = usePageState();
  return state && <small className={state.tone}>{state.text}</small>;
}

/** Marks a page that does not work, in the menu. */
export function ProblemDot({ path }: { path: string }) {
  const usePageState = Object.hasOwn(states, path) ? states[path] : undefined;
  return usePageState === undefined ? null : <Dot usePageState={usePageState} />;
}

function Dot({ usePageState }: { usePageState: UsePageState }) {
  const state = usePageState();
  return (
    state?.tone === "danger" && (
      <span className="dot bad">
        <span className="vh">{state.text}</span>
      </span>
    )
  );
}

const toCount = (resources: readonly unknown[] | undefined): PageStateText | null =>
  resources === undefined ? null : { text: i18n.number(resources.length) };
const useList = <T,>(path: string): readonly T[] | undefined =>
  useQuery({ queryKey: [path], queryFn: () => api.list<T>(`/${path}`) }).data;

function useConnectorState(): PageStateText | null {
  const connectors = useAllChannels().data?.filter(({ settings }) => settings !== undefined);
  const failing = connectors?.filter((channel) => channel.enabled && isFailing(channel)) ?? [];
  const [first] = failing;
  if (connectors === undefined || first === undefined) return toCount(connectors);
  return {
    tone: "danger",
    text:
      failing.length === 1
        ? t("state.failing", { name: first.name })
        : t("state.failing.many", { n: failing.length, all: connectors.length }),
  };
}

function useTriggerState(): PageStateText | null {
  const enabled = useList<Trigger>("triggers")?.filter((trigger) => trigger.enabled);
  return enabled === undefined ? null : { text: t("state.on", { n: enabled.length }) };
}

function useHoursState(): PageStateText | null {
  const hours = useHours().data;
  if (hours === undefined) return null;
  if (hours.timezone === null) return { text: t("state.hours.always") };
  return { text: t(hours.open_now ? "state.hours.open" : "state.hours.closed") };
}

function useOperatorState(): PageStateText | null {
  const operators = useOperators().data?.filter(({ active }) => active);
  // An installation without channels has nothing to assign.
  const hasChannels = (useAllChannels().data?.length ?? 0) > 0;
  const without = hasChannels ? (operators?.filter(isOnNoChannel).length ?? 0) : 0;
  return operators === undefined || without === 0
    ? toCount(operators)
    : { tone: "warning", text: t("state.people", { n: operators.length, without }) };
}

function useKeyState(): PageStateText | null {
  const keys = useList<ApiKey>("api-keys");
  const end = useNow(60_000) + soonDays * 86_400_000;
  const soon = keys?.filter(
    ({ expires_at }) => expires_at !== null && Date.parse(expires_at) < end,
  );
  return keys === undefined || soon === undefined || soon.length === 0
    ? toCount(keys)
    : {
        tone: "warning",
        text: t("state.keys", { n: keys.length, soon: soon.length, days: soonDays }),
      };
}
