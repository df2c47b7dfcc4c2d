import type { VisitorImport, VisitorImportDetails, VisitorImports } from "@parlour/protocol/api";
import { importLimits } from "@parlour/protocol/visitor-import";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FileField } from "../../../ui/file/FileField.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { ColumnMapping } from "./ColumnMapping.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportResults } from "./ImportResults.tsx";
import { t } from "./text.ts";

const pollIntervalMs = 1_000;

/**
 * Imports visitors from a CSV file (VI-030): asks for the file and what its columns contain, and
 * shows the plan, the progress and the result. The import continues if the dialog is closed.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [id, setId] = useState<number | null>(null);
  return (
    <Dialog title={t("vimport.title")} open onClose={onClose} wide keepsText>
      {id === null ? (
        <FileStep onOpen={setId} />
      ) : (
        <OpenImport key={id} id={id} onBack={() => setId(null)} />
      )}
    </Dialog>
  );
}

/** Uploads a file, or opens an earlier import. */
function FileStep({ onOpen }: { onOpen: (id: number) => void }) {
  const { busy, failure, run } = useApiMutation();
  const list = useQuery({
    queryKey: ["visitor-imports"],
    queryFn: () => api.get<VisitorImports>("/visitor-imports", { query: { limit: 10 } }),
    refetchInterval: 5 * pollIntervalMs,
  });
  const upload = (file: File) =>
    void run(async () => {
      const form = new FormData();
      form.set("file", file);
      const draft = await api.post<VisitorImportDetails>("/visitor-imports", form);
      queryClient.setQueryData(["visitor-imports", draft.id], draft);
      onOpen(draft.id);
    });
  return (
    <>
      <p>{t("vimport.text")}</p>
      {failure !== null && <ErrorMessage error={failure} />}
      <FileField
        label={t("vimport.file")}
        hint={t("vimport.file.hint", {
          mib: importLimits.fileMib,
          rows: i18n.number(importLimits.rows),
        })}
        accept=".csv,.tsv,.txt,text/csv"
        disabled={busy}
        onFile={upload}
      />
      {busy && <output className="soft">{t("vimport.uploading")}</output>}
      <section>
        <h3>{t("vimport.earlier")}</h3>
        <QueryList
          query={list}
          items={list.data?.items}
          errorText={t("vimport.failed")}
          emptyText={t("vimport.none")}
        >
          {(items) => (
            <ul>
              {items.map((item) => (
                <li key={item.id} className="line">
                  <span className="grow">
                    <bdi>{item.name}</bdi>
                    <span className="t12 soft num"> {describe(item)}</span>
                  </span>
                  <Button
                    small
                    aria-label={t("vimport.open.name", { name: item.name })}
                    onClick={() => onOpen(item.id)}
                  >
                    {t("vimport.open")}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </QueryList>
      </section>
    </>
  );
}

const describe = ({ state, channel, processed, total }: VisitorImport): string =>
  [
    t(`vimport.state.${state}`),
    ...(channel === null ? [] : [channel.name]),
    t("vimport.rows", { processed: i18n.number(processed), total: i18n.number(total) }),
  ].join(" · ");

/** Shows an import by its state. */
function OpenImport({ id, onBack }: { id: number; onBack: () => void }) {
  const queryKey = ["visitor-imports", id];
  const [isMapping, setMapping] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => api.get<VisitorImportDetails>(`/visitor-imports/${id}`),
    refetchInterval: ({ state }) => (isActive(state.data) ? pollIntervalMs : false),
  });
  const act = async (action: "plan" | "start" | "cancel", body: object = {}) => {
    await api.post(`/visitor-imports/${id}/${action}`, body);
    setMapping(false);
    await queryClient.invalidateQueries({ queryKey: ["visitor-imports"] });
  };
  const cancel = () => act("cancel");
  return (
    <>
      {error !== null && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <h3>
            <bdi>{data.name}</bdi>
          </h3>
          {data.state === "draft" || (data.state === "planned" && isMapping) ? (
            <ColumnMapping found={data} onPlan={(plan) => act("plan", plan)} onCancel={cancel} />
          ) : isActive(data) ? (
            <ImportProgress found={data} onCancel={cancel} />
          ) : (
            <ImportResults
              found={data}
              onStart={() => act("start")}
              onChange={() => setMapping(true)}
              onCancel={cancel}
            />
          )}
        </>
      )}
      <div className="importacts">
        <Button variant="quiet" onClick={onBack}>
          {t("vimport.back")}
        </Button>
      </div>
    </>
  );
}

const isActive = (found: VisitorImportDetails | undefined): boolean =>
  found?.state === "planning" || found?.state === "running";
