import type {
  ArticleImport,
  ArticleSection,
  NewSiteImport,
  SiteImport,
  SiteImportTarget,
} from "@parlour/protocol/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { DialogActions } from "../../../ui/dialog/dialog.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { t } from "../text.ts";
import type { ImportStep } from "./import-step.ts";
import { countChanges, ImportReport } from "./ImportReport.tsx";
import { SiteForm } from "./SiteForm.tsx";
import { SiteProgress } from "./SiteProgress.tsx";
import { TargetFields, useTarget } from "./TargetFields.tsx";

const pollIntervalMs = 1_000;
const listKey = ["site-imports"];

/**
 * Imports the pages of a site: asks for its address, shows how far it is read, then the plan and
 * the result. A site is read on if the dialog is closed.
 */
export function useSiteImport(
  sections: readonly ArticleSection[],
  onClose: () => void,
): ImportStep {
  const [id, setId] = useState<number | null>(null);
  const site = useQuery({
    queryKey: [...listKey, id],
    queryFn: () => api.get<SiteImport>(`/site-imports/${id}`),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === "reading" ? pollIntervalMs : false),
  });
  const isRead = site.data !== undefined && site.data.state !== "reading";
  const form = useFormStep(setId, onClose);
  const plan = usePlanStep(isRead ? id : null, sections, onClose);
  if (id === null) return form;
  if (isRead) return plan;
  const cancel = async () => {
    await api.post(`/site-imports/${id}/cancel`, {});
    await queryClient.invalidateQueries({ queryKey: listKey });
  };
  return {
    isFirst: false,
    actions: null,
    body: (
      <>
        {site.error !== null && (
          <ErrorMessage error={site.error} onRetry={() => void site.refetch()} />
        )}
        {site.data && <SiteProgress site={site.data} onCancel={cancel} />}
      </>
    ),
  };
}

/** Asks for the address. */
function useFormStep(onOpen: (id: number) => void, onClose: () => void): ImportStep {
  const form = useId();
  const { busy, failure, run } = useApiMutation();
  const read = (address: NewSiteImport) =>
    void run(async () => {
      const created = await api.post<SiteImport>("/site-imports", address);
      queryClient.setQueryData([...listKey, created.id], created);
      onOpen(created.id);
    });
  return {
    isFirst: true,
    actions: (
      <DialogActions
        cancel={t("articles.cancel")}
        onClose={onClose}
        busy={busy}
        button={t("articles.import.read")}
        form={form}
      />
    ),
    body: (
      <>
        {failure !== null && <ErrorMessage error={failure} />}
        <SiteForm id={form} busy={busy} onRead={read} onOpen={onOpen} />
      </>
    ),
  };
}

/** Shows what the pages would become, and what they became. `id`: null while they are read. */
function usePlanStep(
  id: number | null,
  sections: readonly ArticleSection[],
  onClose: () => void,
): ImportStep {
  const [done, setDone] = useState<ArticleImport | null>(null);
  const { busy, failure, run } = useApiMutation();
  const target = useTarget(sections);
  const { data, error, isLoading, refetch } = usePlan(id, target.query);
  const write = () =>
    void run(async () => {
      setDone(await api.post<ArticleImport>(`/site-imports/${id}/import`, target.value));
      invalidateLists("articles", "article-sections");
    });
  const changes = data === undefined ? 0 : countChanges(data);
  if (done !== null) return { isFirst: false, actions: null, body: <ImportReport {...done} /> };
  return {
    isFirst: false,
    actions: (
      <DialogActions
        cancel={t("articles.cancel")}
        onClose={onClose}
        busy={busy}
        button={t("articles.import.start", { n: changes })}
        unavailableReason={changes === 0 ? t("articles.import.nothing") : target.missing}
        onPress={write}
      />
    ),
    body: (
      <>
        {failure !== null && <ErrorMessage error={failure} />}
        {error !== null && <ErrorMessage error={error} onRetry={() => void refetch()} />}
        <TargetFields sections={sections} target={target} />
        {isLoading && <output className="soft">{t("articles.import.comparing")}</output>}
        {data && <ImportReport {...data} sections={target.isNew ? [] : data.sections} />}
      </>
    ),
  };
}

const usePlan = (id: number | null, query: SiteImportTarget) =>
  useQuery({
    queryKey: [...listKey, id, "plan", query],
    queryFn: () => api.get<ArticleImport>(`/site-imports/${id}/plan`, { query }),
    enabled: id !== null,
    placeholderData: keepPreviousData,
  });
