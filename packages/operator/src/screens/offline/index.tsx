import { IconMail, IconSnowflake } from "@tabler/icons-react";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { OfflineMessageSeen } from "@parlour/protocol/api";
import { useState } from "react";
import { useKeys } from "../../ui/keys.ts";
import { useLive } from "../../state/live-context.tsx";
import { usePreferences } from "../../state/preferences.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { idOf } from "../../ui/address-id.ts";
import { Age } from "../../ui/Age.tsx";
import { RowBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Empty } from "../../ui/marks.tsx";
import { Older } from "../../ui/Older.tsx";
import { exactTime, useNow } from "../../ui/Time.tsx";
import { useTitle } from "../../ui/title.ts";
import { useListSteps } from "../../ui/list-steps.ts";
import { useInside } from "../../ui/use-inside.ts";
import { formatAge } from "../inbox/format.ts";
import { MessagePane } from "./MessagePane.tsx";
import { OfflineStateTag } from "./OfflineStateTag.tsx";
import { t } from "./text.ts";
import { senderName, stateFilters, useOfflineMessages, type StateFilter } from "./use-offline-messages.ts";
import "./offline.css";

/**
 * `/offline`: messages that visitors left while no operator was available, newest first, and one of
 * them beside the list (CORE-110).
 */
export function Screen() {
  // Renders again when the language changes.
  usePreferences();
  useTitle("section", t("left.title"));
  const me = useCurrentOperator();
  const navigate = useNavigate();
  const id = idOf(useParams({ strict: false }).id);
  const offline = useLive((state) => state.connection.kind === "offline");
  const now = useNow(30_000);
  const close = () => void navigate({ to: "/offline/{-$id}", params: { id: undefined } });
  useKeys({
    escape: () => {
      if (id === null) return false;
      close();
    },
  });
  return (
    <main className="offline" data-at={id === null ? "list" : "one"}>
      {/* On a phone the message replaces the list. */}
      <h1 className="vh">{t("left.title")}</h1>
      <MessageList {...{ id, now }} />
      {id === null ? (
        <section className="pane none" aria-label={t("left.choose")}>
          <Empty icon={IconMail} title={t("left.choose")}>
            {t("left.choose.text")}
          </Empty>
        </section>
      ) : (
        <MessagePane key={id} id={id} me={me} now={now} offline={offline} onClose={close} />
      )}
    </main>
  );
}

interface MessageListProps {
  /** The open message. */
  id: number | null;
  now: number;
}

function MessageList({ id, now }: MessageListProps) {
  const [filter, setFilter] = useState<StateFilter>("all");
  const [list, setList] = useState<HTMLElement | null>(null);
  const isPaused = useInside(list);
  const { head, rows, changes, show, failure, ...older } = useOfflineMessages(filter, isPaused);
  const isDelayed = useLate(head.isPending);
  useListSteps({ list: () => list, opens: true });
  return (
    <section className="pane" aria-label={t("left.title")}>
      <ListHeader changes={isPaused ? changes : 0} onShow={show} />
      <StateFilterChoice filter={filter} onChoose={setFilter} />
      {head.isError && rows === undefined && <Failure error={head.error} onRetry={() => void head.refetch()} />}
      {rows !== undefined && <Age of={head} isFollowed />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("left.list")} aria-busy={head.isPending} ref={setList}>
        {isDelayed && <RowBones rows={6} />}
        {rows?.length === 0 && <NoMessages narrowed={filter !== "all"} onAll={() => setFilter("all")} />}
        {rows !== undefined && rows.length > 0 && (
          <ul>
            {rows.map((message) => (
              <MessageRow key={message.id} message={message} now={now} open={message.id === id} />
            ))}
          </ul>
        )}
        {failure !== null && <Failure error={failure} onRetry={() => older.more?.()} />}
        <Older {...older}>{t("left.more")}</Older>
      </section>
    </section>
  );
}

/** `changes`: new messages that wait while the operator uses the list. */
function ListHeader({ changes, onShow }: { changes: number; onShow: () => void }) {
  return (
    <header className="head">
      <h2 className="grow">{t("left.title")}</h2>
      {changes > 0 && (
        <button type="button" className="waiting" onClick={onShow}>
          <Icon of={IconSnowflake} small />
          {t("left.changes", { n: changes })}
        </button>
      )}
    </header>
  );
}

function StateFilterChoice({ filter, onChoose }: { filter: StateFilter; onChoose: (filter: StateFilter) => void }) {
  return (
    <fieldset className="seg" aria-label={t("left.filter")}>
      {stateFilters.map((name) => (
        <button key={name} type="button" aria-pressed={name === filter} onClick={() => onChoose(name)}>
          {t(`left.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}

function NoMessages({ narrowed, onAll }: { narrowed: boolean; onAll: () => void }) {
  return (
    <Empty
      icon={IconMail}
      title={t(narrowed ? "left.none.state" : "left.none")}
      action={narrowed && <Button onClick={onAll}>{t("left.all")}</Button>}
    >
      {!narrowed && t("left.none.text")}
    </Empty>
  );
}

function MessageRow({ message, now, open }: { message: OfflineMessageSeen; now: number; open: boolean }) {
  const { state, text, channel, operator, created_at: at } = message;
  return (
    <li className={["left", open && "is-on", state === "new" && "is-new"].filter(Boolean).join(" ")}>
      <h3 className="cut">
        <Link
          to="/offline/{-$id}"
          params={{ id: String(message.id) }}
          aria-current={open ? "true" : undefined}
          activeProps={{}}
          dir="auto"
          data-step
        >
          {senderName(message)}
        </Link>
      </h3>
      <time dateTime={at} title={exactTime(at)}>
        {formatAge(at, now)}
      </time>
      <p className="cut" dir="auto">
        {text}
      </p>
      <p className="foot cut">
        <OfflineStateTag state={state} />
        <span className="cut" dir="auto">
          {[operator?.name, message.department?.name, channel.name].filter(Boolean).join(" · ")}
        </span>
      </p>
    </li>
  );
}
