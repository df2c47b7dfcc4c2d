import type { MoveImport } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { i18n } from "../../../text/index.ts";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { PageHeader } from "../kit/form/PageHeader.tsx";
import { Redirect } from "../kit/resource/parts.tsx";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { ImportPage } from "./ImportPage.tsx";
import "./move-in.css";
import { SafetyCard, Steps } from "./parts.tsx";
import { SourceForm } from "./source/SourceForm.tsx";
import { toSystemName } from "./source/systems.ts";
import { t } from "./text.ts";
import { useImports } from "./use-imports.ts";

/** Settings → Move in (MV-060). */
export const moveInPages = {
  all: () => <MoveInPage />,
  add: () => <Redirect to="move-in" />,
  one: (id: number) => <ImportPage key={id} id={id} />,
  needs: ["data.manage"],
} as const;

/** Connects to another system, and lists the imports. */
function MoveInPage() {
  return (
    <section className="formpage" aria-label={t("move.title")}>
      <PageHeader title={t("move.title")} about={t("move.about")}>
        <Steps current="source" />
      </PageHeader>
      <div className="body">
        <div className="movein">
          <div className="movemain">
            <SourceForm />
            <ImportList />
          </div>
          <div className="side">
            <SafetyCard />
          </div>
        </div>
      </div>
    </section>
  );
}

function ImportList() {
  const query = useImports();
  return (
    <section className="card" aria-labelledby="move-earlier">
      <h2 id="move-earlier" className="movehead">
        {t("move.earlier")}
      </h2>
      <div className="movelist">
        <QueryList
          query={query}
          items={query.data?.items}
          errorText={t("move.failed")}
          emptyText={t("move.none")}
        >
          {(imports) => (
            <ResourceTable
              resources={imports}
              name={{ head: t("move.source"), cell: (one) => <ImportLink found={one} /> }}
              columns={[
                { head: t("move.state"), cell: ({ state }) => t(`move.state.${state}`) },
                { head: t("move.chats"), cell: (one) => i18n.number(countChats(one)) },
                { head: t("move.operator"), dir: "auto", cell: ({ operator }) => operator.name },
                { head: t("move.created"), cell: (one) => formatFullTime(one.created_at) },
              ]}
            />
          )}
        </QueryList>
      </div>
    </section>
  );
}

const countChats = ({ counts }: MoveImport): number =>
  (counts.chat?.new ?? 0) + (counts.chat?.changed ?? 0);

function ImportLink({ found: { id, system, name } }: { readonly found: MoveImport }) {
  return (
    <Link to="/settings/$" params={{ _splat: `move-in/${id}` }}>
      <bdi>{t("move.of", { system: toSystemName(system), name })}</bdi>
    </Link>
  );
}
