import type { AuditChange, AuditEntry } from "@parlour/protocol/api";
import { Fragment } from "react";
import { Tag } from "../../../ui/marks.tsx";
import { exactTime } from "../../../ui/Time.tsx";
import { fieldName, objectName } from "./names.ts";
import { t } from "./text.ts";

/** A row per entry; its changes open below it. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <table className="things">
      <thead>
        <tr>
          <th scope="col">{t("audit.what")}</th>
          <th scope="col">{t("audit.who")}</th>
          <th scope="col">{t("audit.from")}</th>
          <th scope="col">{t("audit.when")}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.n}>
            <th scope="row">
              <span className="mono">{entry.action}</span>
              {entry.result === "refused" && <Tag tone="warn">{t("audit.refused")}</Tag>}
              {entry.target !== null && (
                <small>
                  <bdi>{entry.target}</bdi>
                </small>
              )}
              {entry.changes.length > 0 && (
                <details>
                  <summary>
                    {t("audit.changes")}: {t("audit.count", { n: entry.changes.length })}
                  </summary>
                  {entry.changes.map((change, n) => (
                    <Change key={n} change={change} />
                  ))}
                </details>
              )}
            </th>
            <td data-label={t("audit.who")} className="who">
              <bdi>{whoIs(entry)}</bdi>
            </td>
            <td data-label={t("audit.from")} className="mono from" title={entry.request_id ?? undefined}>
              {entry.address}
            </td>
            <td data-label={t("audit.when")}>
              <time className="num" dateTime={entry.at}>
                {exactTime(entry.at)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Before and after of the fields that differ. */
function Change({ change: { object, id, name, before, after } }: { change: AuditChange }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <>
      <p className="object">
        <Named word={objectName(object)} path={object} /> <span className="mono">{id}</span> {name !== null && <bdi>{name}</bdi>}
      </p>
      <dl>
        {fields.map((field) => (
          <Fragment key={field}>
            <dt>
              <Named word={fieldName(field)} path={field} />
            </dt>
            <dd>
              <span className="t12 faint">{t("audit.before")}</span> <del dir="auto">{valueText(before?.[field])}</del>
            </dd>
            <dd>
              <span className="t12 faint">{t("audit.after")}</span> <ins dir="auto">{valueText(after?.[field])}</ins>
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

/** The word of the product, and behind it what the log says; without a word that alone. */
function Named({ word, path }: { word: string | null; path: string }) {
  return word === null ? <span className="mono">{path}</span> : <span title={path}>{word}</span>;
}

/** A value in words that can be compared; what was not there says so. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return t("audit.absent");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function whoIs({ actor }: AuditEntry): string {
  if (actor.kind === "operator") return actor.name ?? `#${actor.id}`;
  if (actor.kind === "key") return t("audit.actor.key", { name: actor.name ?? `#${actor.id}` });
  return t(`audit.actor.${actor.kind}`);
}
