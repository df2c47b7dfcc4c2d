import { useCurrentOperator } from "../../state/session.tsx";
import { CheckList } from "../../ui/start/CheckList.tsx";
import { t } from "../../ui/start/text.ts";
import { useCheckList } from "../../ui/start/use-check-list.ts";
import { PageHeader } from "./kit/form/PageHeader.tsx";
import { LineSkeleton } from "../../ui/loading/Skeleton.tsx";

/** Shows the check list for getting started, even if it was hidden in the inbox or completed. */
export function StartPage() {
  const { items } = useCheckList(useCurrentOperator(), true);
  return (
    <section className="formpage" aria-label={t("start.page")}>
      <PageHeader title={t("start.page")} about={t("start.page.about")} />
      <div className="body">
        {items === null ? (
          <LineSkeleton lines={6} />
        ) : (
          <CheckList items={items} title={t("start.title")} />
        )}
      </div>
    </section>
  );
}
