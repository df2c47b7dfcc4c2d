// oxlint-disable jsx-a11y/prefer-tag-over-role -- browsers draw <progress> in their own way, and a live region is a role.
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { api } from "../../state/api/api.ts";
import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import { runOrToast, useApiMutation, useNavigateIfStill } from "../mutation.ts";
import type { CheckListItem } from "./items.ts";
import "./start.css";
import { t } from "./text.ts";

interface ListProps {
  items: readonly CheckListItem[];
  title: string;
  /** Text below the title. By default it shows how many items are done. */
  about?: string;
  /** Whether no item has a primary button, because the page has another one. */
  isPlain?: boolean;
  onHide?: () => void;
}

/** Shows what to do before visitors come, in a fixed order. The first open item is emphasized. */
export function CheckList({ items, title, about, isPlain = false, onHide }: ListProps) {
  const next = items.find(({ isDone }) => !isDone);
  return (
    <section className="start" aria-labelledby="start-h">
      <header>
        <h2 id="start-h">{title}</h2>
        <p>{about ?? countText(items)}</p>
        {onHide && (
          <Button variant="quiet" small onClick={onHide}>
            {t("start.hide")}
          </Button>
        )}
      </header>
      {about === undefined && <Meter items={items} />}
      <ol>
        {items.map((item) => (
          <Line key={item.id} item={item} isNext={item === next} isPlain={isPlain} />
        ))}
      </ol>
    </section>
  );
}

const countText = (items: readonly CheckListItem[]): string =>
  t("start.count", { n: items.filter(({ isDone }) => isDone).length, all: items.length });

export function Meter({ items }: { items: readonly CheckListItem[] }) {
  const done = items.filter(({ isDone }) => isDone).length;
  return (
    <div
      className="meter"
      role="progressbar"
      aria-label={t("start.title")}
      aria-valuemin={0}
      aria-valuemax={items.length}
      aria-valuenow={done}
      aria-valuetext={countText(items)}
    >
      {items.map(({ id }, n) => (
        <i key={id} className={n < done ? "on" : undefined} />
      ))}
    </div>
  );
}

function Line({
  item,
  isNext,
  isPlain,
}: {
  item: CheckListItem;
  isNext: boolean;
  isPlain: boolean;
}) {
  const { id, isDone, about } = item;
  return (
    <li className={isDone ? "done" : isNext ? "next" : undefined}>
      {isDone ? <Icon of={IconCircleCheck} /> : <span className="open" aria-hidden="true" />}
      <span>
        <b>
          {isDone && <span className="vh">{t("start.done")} </span>}
          {t(`start.${id}`)}
        </b>
        <small>{about}</small>
      </span>
      {!isDone && <ActionButton item={item} isPrimary={isNext && !isPlain} />}
    </li>
  );
}

/** Opens the page of an item, after its request if it has one. */
function ActionButton({ item, isPrimary }: { item: CheckListItem; isPrimary: boolean }) {
  const { action, to, search, hash, request } = item;
  const rememberPage = useNavigateIfStill();
  const { busy, run } = useApiMutation();
  if (request === undefined)
    return (
      <Link
        className={isPrimary ? "btn small primary" : "btn small"}
        to={to}
        {...omitAbsent({ search, hash })}
      >
        {action}
      </Link>
    );
  const start = async () => {
    const navigateIfStill = rememberPage();
    if (await runOrToast(() => api.post(request))) await navigateIfStill({ to });
  };
  return (
    <Button
      small
      variant={isPrimary ? "primary" : undefined}
      unavailable={busy}
      onClick={() => void run(start)}
    >
      {action}
    </Button>
  );
}

/** Replaces the check list for the rest of the day after everything is done. */
export function AllSet({ name, onHide }: { name: string; onHide: () => void }) {
  return (
    <div className="bar-note">
      <Icon of={IconCircleCheck} />
      <p className="grow" role="status">
        <b>{t("start.set")}</b> {t("start.set.text", { name })}
      </p>
      <Button variant="quiet" small onClick={onHide}>
        {t("start.hidenow")}
      </Button>
    </div>
  );
}
