import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { usePublicUrl } from "../../../state/session.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { useTitle } from "../../../ui/title.ts";
import { listOperations, searchOperations, type ApiDocument, type Operation } from "./document.ts";
import { BackLink, OperationPage } from "./OperationPage.tsx";
import "./reference.css";
import { t } from "./text.ts";

/**
 * Renders `/docs/reference/<operation?>`: the operations of the service API (API-396). `id` is the
 * name of the chosen one, or "".
 */
export function ReferencePage({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ["docs", "openapi"],
    queryFn: () => api.get<ApiDocument>("/openapi.json"),
    staleTime: Infinity,
  });
  // The key is only in the memory of this page (API-398).
  const [key, setKey] = useState("");
  const operations = useMemo(
    () => (query.data === undefined ? [] : listOperations(query.data)),
    [query.data],
  );
  const isDelayed = useDelayedLoading(query.isPending);
  const chosen = operations.find((operation) => operation.id === id);
  useTitle("page", id === "" ? t("reference.title") : id);
  return (
    <div
      className="reference"
      data-at={id === "" ? "list" : "operation"}
      aria-busy={query.isPending}
    >
      {query.isError && <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />}
      {isDelayed && <LineSkeleton lines={9} />}
      {query.data !== undefined && (
        <>
          <OperationList operations={operations} chosen={id} apiDocument={query.data} />
          <article className="body doc operation" key={id}>
            {id === "" && <Overview />}
            {chosen !== undefined && (
              <OperationPage
                apiDocument={query.data}
                operation={chosen}
                apiKey={key}
                onApiKey={setKey}
              />
            )}
            {id !== "" && chosen === undefined && (
              <>
                <h1>{t("reference.missing", { id })}</h1>
                <BackLink />
              </>
            )}
          </article>
        </>
      )}
    </div>
  );
}

interface OperationListProps {
  readonly operations: readonly Operation[];
  readonly chosen: string;
  readonly apiDocument: ApiDocument;
}
/** The operations by group, with a field that filters them. */
function OperationList({ operations, chosen, apiDocument }: OperationListProps) {
  const [text, setText] = useState("");
  const query = useDeferredValue(text);
  const found = useMemo(() => searchOperations(operations, query), [operations, query]);
  const groups = apiDocument.tags
    .map(({ name, "x-displayName": title = name }) => ({
      name,
      title,
      items: found.filter(({ tag }) => tag === name),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <nav className="oplist" aria-label={t("reference.operations")}>
      <SearchField
        as="search"
        label={t("reference.search")}
        placeholder={t("reference.search")}
        value={text}
        onText={setText}
      />
      <p className="faint t12" aria-live="polite">
        {found.length === 0
          ? t("reference.none", { query })
          : t("reference.found", { n: found.length })}
      </p>
      {groups.map(({ name, title, items }) => (
        <section key={name}>
          <h2 lang="en">{title}</h2>
          <ul>
            {items.map(({ id, method, summary }) => (
              <li key={id}>
                <Link
                  to="/docs/$"
                  params={{ _splat: `reference/${id}` }}
                  aria-current={id === chosen ? "page" : undefined}
                  title={summary}
                  lang="en"
                >
                  <span className="method" data-method={method}>
                    {method}
                  </span>
                  <span className="cut">{id}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

const documents = [
  { name: "reference.service", files: ["openapi.json", "openapi.yaml"] },
  { name: "reference.channel", files: ["channel.json"] },
  { name: "reference.bot", files: ["bot.json"] },
  { name: "reference.webhook", files: ["webhook.json"] },
  { name: "reference.events", files: ["asyncapi.json"] },
] as const;

/** Shown beside the list until an operation is chosen. */
function Overview() {
  const publicUrl = usePublicUrl();
  return (
    <>
      <h1>{t("reference.title")}</h1>
      <p>{t("reference.intro")}</p>
      <p>
        <code>{`${publicUrl}/api/v1`}</code>{" "}
        <Link to="/settings/$" params={{ _splat: "keys" }}>
          {t("reference.key.create")}
        </Link>
      </p>
      <h2>{t("reference.documents")}</h2>
      <ul className="points">
        {documents.map(({ name, files }) => (
          <li key={name}>
            {t(name)}:{" "}
            {files.map((file) => (
              <a key={file} href={`/api/v1/${file}`} target="_blank" rel="noreferrer">
                {file}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
