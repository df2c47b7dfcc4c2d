import type { StorageFigures } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { api } from "../../../state/api/api.ts";
import { i18n } from "../../../text/index.ts";
import { formatSize } from "../../../ui/file/format-size.ts";
import { formatFullTime } from "../../../ui/time.ts";
import { t } from "./text.ts";

/** Shows how much the account stores. */
export function StorageSummary() {
  const { data, isPending } = useQuery({
    queryKey: ["data-figures"],
    queryFn: () => api.get<StorageFigures>("/data/figures"),
  });
  if (data === undefined) return <div aria-busy={isPending} />;
  const rows = [
    [t("data.visitors"), i18n.number(data.visitors)],
    [t("data.chats"), i18n.number(data.chats)],
    [t("data.messages"), i18n.number(data.messages)],
    [t("data.files"), `${i18n.number(data.files)} · ${formatSize(data.file_bytes)}`],
    [t("data.visits"), i18n.number(data.visits)],
    ...(data.oldest_at === null ? [] : [[t("data.oldest"), formatFullTime(data.oldest_at)]]),
  ];
  return (
    <section className="card figures" aria-labelledby="g-kept">
      <h2 id="g-kept">{t("data.kept")}</h2>
      <dl>
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
