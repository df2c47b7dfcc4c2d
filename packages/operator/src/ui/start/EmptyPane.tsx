import type { Operator } from "@parlour/protocol";
import { IconExternalLink, IconMessageCircle, IconFilter, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useAccount } from "../../state/account.ts";
import { findFirstRingingChat } from "../../state/inbox/offers.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { can } from "../../state/session.tsx";
import { Icon } from "../Icon.tsx";
import { modKey } from "../keyboard/shortcuts.ts";
import { EmptyState } from "../badges.tsx";
import { getTestPageUrl, testTabName } from "./test-page.ts";
import { AllSet, CheckList } from "./CheckList.tsx";
import { t } from "./text.ts";
import { useCheckList, type Start } from "./use-check-list.ts";
import { helpText, useMissingChannel, WithoutChannel } from "./WithoutChannel.tsx";
import { inboxViews, type InboxView } from "../../state/live-state.ts";
import { Button } from "../Button.tsx";

/** The pane while no chat is open: a welcome with the check list, later how to open a chat. */
export function EmptyPane({ me }: { me: Operator }) {
  const start = useCheckList(me);
  const isRinging = useLiveState((state) => findFirstRingingChat(state, me.id) !== null);
  const isTeam = can(me, "account.manage");
  if (start.hasChats === false && isTeam) return <Welcome me={me} start={start} />;
  if (start.hasChats === false && can(me, "chats.answer") && !start.isOver && !start.isAllDone)
    return <Hello me={me} start={start} />;
  return (
    <Pane>
      <EmptyState icon={IconMessageCircle} title={t("pane.none")}>
        {can(me, "chats.answer") &&
          (isRinging ? t("pane.none.text", { keys: `${modKey}J` }) : t("pane.nobody"))}
      </EmptyState>
    </Pane>
  );
}

function Pane({ isWelcome = false, children }: { isWelcome?: boolean; children: ReactNode }) {
  return (
    <section
      className={isWelcome ? "pane conversation none day1" : "pane conversation none"}
      aria-label={t("pane.label")}
    >
      {children}
    </section>
  );
}

function Welcome({ me, start }: { me: Operator; start: Start }) {
  const account = useAccount().data;
  return (
    <Pane isWelcome>
      <div className="hi">
        <Drawing />
        <h2 className="t20">{t("welcome.title", { name: firstName(me) })}</h2>
        <p className="soft">{t(start.widget === null ? "welcome.add" : "welcome.text")}</p>
        {start.widget !== null && (
          <a className="btn primary" href={getTestPageUrl(start.widget)} target={testTabName}>
            <Icon of={IconExternalLink} /> {t("welcome.test")}
          </a>
        )}
      </div>
      {start.items !== null &&
        !start.isOver &&
        (start.isAllDone ? (
          <AllSet name={account?.name ?? ""} onHide={start.hide} />
        ) : (
          <CheckList
            items={start.items}
            title={t("start.title")}
            isPlain={start.widget !== null}
            onHide={start.hide}
          />
        ))}
    </Pane>
  );
}

function Hello({ me, start }: { me: Operator; start: Start }) {
  // On a phone, this pane covers the empty list, which says the same.
  const administrators = useMissingChannel(me);
  const about =
    administrators === null
      ? t("hello.text")
      : `${t("empty.channel")}. ${helpText(administrators)}`;
  return (
    <Pane isWelcome>
      {start.items !== null && (
        <CheckList
          items={start.items}
          title={t("hello.title", { name: firstName(me) })}
          about={about}
          onHide={start.hide}
        />
      )}
    </Pane>
  );
}

const firstName = ({ name }: Operator): string => name.trim().split(/\s+/)[0] ?? name;

function Drawing() {
  return (
    <svg className="art" viewBox="0 0 132 92" aria-hidden="true">
      <ellipse className="a" cx="66" cy="62" rx="62" ry="28" />
      <path
        className="b"
        d="M18 14h60a10 10 0 0 1 10 10v20a10 10 0 0 1-10 10H38L26 66V54h-8A10 10 0 0 1 8 44V24a10 10 0 0 1 10-10z"
      />
      <path className="d" d="M24 29h40M24 40h26" />
      <path
        className="c"
        d="M70 40h42a8 8 0 0 1 8 8v18a8 8 0 0 1-8 8h-2v10l-12-10H70a8 8 0 0 1-8-8V48a8 8 0 0 1 8-8z"
      />
      <path className="e" d="M78 57h26" />
    </svg>
  );
}

/** Shown in a view without chats. Explains why the view is empty, and what to do. */
export function EmptyList({
  view,
  q,
  me,
  onWiden,
}: {
  view: InboxView;
  q: string;
  me: Operator;
  onWiden?: (() => void) | undefined;
}) {
  const { hasChats } = useCheckList(me);
  const administrators = useMissingChannel(me);
  if (onWiden)
    return (
      <EmptyState
        icon={IconFilter}
        title={t("empty.narrow")}
        action={<Button onClick={onWiden}>{t("empty.narrow.clear")}</Button>}
      >
        {t("empty.narrow.text")}
      </EmptyState>
    );
  if (q !== "")
    return (
      <EmptyState icon={IconSearch} title={t("empty.filter", { q })}>
        {t("empty.filter.text")}
      </EmptyState>
    );
  if (administrators !== null) return <WithoutChannel administrators={administrators} />;
  const what =
    hasChats === false && (view === "waiting" || view === "all" || view === "mine")
      ? "first"
      : (inboxViews.find((name) => name === view) ?? "saved");
  return (
    <EmptyState icon={IconMessageCircle} title={t(`empty.${what}`)}>
      {t(`empty.${what}.text`)}
    </EmptyState>
  );
}
