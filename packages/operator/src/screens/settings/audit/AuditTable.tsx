import type { AuditChange, AuditEntry } from "@parlour/protocol/api";
import { Fragment } from "react";
import { Tag } from "../../../ui/badges.tsx";
import { formatExactTime } from "../../../ui/time.ts";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { fieldLabel, objectLabel } from "./labels.ts";
import { t } from "./text.ts";
import { actionTexts } from "./action-text.ts";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";

/** Renders one row per entry. The changes of an entry expand below its row. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ResourceTable
      resources={entries.map((entry) => ({ ...entry, id: entry.n }))}
      name={{ head: t("audit.what"), cell: (entry) => <ActionCell entry={entry} /> }}
      columns={[
        { head: t("audit.who"), className: "name", cell: (entry) => <bdi>{actorName(entry)}</bdi> },
        {
          head: t("audit.from"),
          className: "mono from",
          title: (entry) => entry.request_id ?? undefined,
          cell: (entry) => entry.address,
        },
        { head: t("audit.when"), cell: (entry) => <ExactTime time={entry.at} /> },
      ]}
    />
  );
}

function ActionCell({ entry }: { entry: AuditEntry }) {
  const { action, result, target, changes } = entry;
  const names = [
    ...new Set(changes.map(({ name }) => name).filter((name) => name !== null && name !== "")),
  ];
  const subject = names.length > 0 ? names.join(", ") : target;
  return (
    <>
      <LabelWithKey text={actionLabel(action)} path={action} />
      {result === "refused" && <Tag tone="warn">{t("audit.refused")}</Tag>}
      {subject !== null && (
        <small>
          <bdi>{subject}</bdi>
        </small>
      )}
      <Disclosure
        title={
          changes.length > 0
            ? `${t("audit.changes")}: ${t("audit.count", { n: changes.length })}`
            : t("audit.technical")
        }
      >
        {changes.map((change, n) => (
          <ObjectChange key={n} change={change} />
        ))}
        {changes.length > 0 && <p className="object">{t("audit.technical")}</p>}
        <TechnicalDetails entry={entry} />
      </Disclosure>
    </>
  );
}

/** Shows the raw values of the log, as the API, the exports and the search use them. */
function TechnicalDetails({ entry }: { entry: AuditEntry }) {
  const rows = [
    [t("audit.action"), entry.action],
    [t("audit.target"), entry.target],
    [t("audit.request"), entry.request_id],
  ] as const;
  return (
    <dl className="technical">
      {rows.map(
        ([name, value]) =>
          value !== null && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd className="mono">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

function ExactTime({ time }: { time: string }) {
  return (
    <time className="num" dateTime={time}>
      {formatExactTime(time)}
    </time>
  );
}

/** Shows the values of the changed fields before and after. */
function ObjectChange({ change: { object, id, name, before, after } }: { change: AuditChange }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <>
      <p className="object">
        <LabelWithKey text={objectLabel(object)} path={object} /> <span className="mono">{id}</span>{" "}
        {name !== null && <bdi>{name}</bdi>}
      </p>
      <dl>
        {fields.map((field) => (
          <Fragment key={field}>
            <dt>
              <LabelWithKey text={fieldLabel(object, field)} path={field} />
            </dt>
            <dd>
              <span className="t12 faint">{t("audit.before")}</span>{" "}
              <del dir="auto">{formatValue(before?.[field])}</del>
            </dd>
            <dd>
              <span className="t12 faint">{t("audit.after")}</span>{" "}
              <ins dir="auto">{formatValue(after?.[field])}</ins>
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

/** Shows a label with the raw name as its title, or only the raw name if there is no label. */
function LabelWithKey({ text, path }: { text: string | null; path: string }) {
  if (text === null) return <span className="mono">{path}</span>;
  return (
    <data value={path} title={path}>
      {text}
    </data>
  );
}

/** Formats a value for the comparison. A missing value is shown with a text of its own. */
function formatValue(value: unknown): string {
  if (value === undefined || value === null) return t("audit.absent");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function actorName({ actor }: AuditEntry): string {
  if (actor.kind === "operator") return actor.name ?? `#${actor.id}`;
  if (actor.kind === "key") return t("audit.actor.key", { name: actor.name ?? `#${actor.id}` });
  return t(`audit.actor.${actor.kind}`);
}

const changeKinds = ["add", "change", "remove"] as const;

/**
 * Returns the text of an action in the audit log. Null if this version of Parlour does not know the
 * action.
 */
export function actionLabel(action: string): string | null {
  const id = `audit.do.${action}` as const;
  const label = (actionTexts as (id: string) => string)(id);
  if (label !== id) return label;
  // A change without an action of its own is named after its table.
  const [object = "", change] = action.split(".");
  const objectText = objectLabel(object);
  const kind = changeKinds.find((item) => item === change);
  if (objectText === null) return null;
  return kind === undefined
    ? change === undefined
      ? objectText
      : null
    : t(`audit.object.${kind}`, { object: objectText });
}
