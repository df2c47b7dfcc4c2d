import type { NewSiteImport, SiteImport, SiteImports } from "@parlour/protocol/api";
import { siteImportLimits } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { t } from "../text.ts";

/** Asks for the address of a page or sitemap, and lists the sites that were read lately. */
export function SiteForm({
  id,
  busy,
  onRead,
  onOpen,
}: {
  id: string;
  busy: boolean;
  onRead: (address: NewSiteImport) => void;
  onOpen: (id: number) => void;
}) {
  const [address, setAddress] = useState("");
  const [prefix, setPrefix] = useState("");
  const [isSent, setSent] = useState(false);
  const isMissing = address.trim() === "";
  return (
    <>
      <form
        id={id}
        className="importsite"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSent(true);
          if (isMissing) return;
          const only = toAddress(prefix);
          onRead({ address: toAddress(address), ...omitAbsent({ prefix: only || undefined }) });
        }}
      >
        <TextField
          label={t("articles.import.address")}
          hint={t("articles.import.address.hint", { pages: siteImportLimits.pages })}
          error={isSent && isMissing ? t("articles.import.address.missing") : undefined}
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://example.com/sitemap.xml"
          maxLength={2_000}
          value={address}
          disabled={busy}
          onChange={(event) => setAddress(event.target.value)}
        />
        <TextField
          label={t("articles.import.prefix")}
          hint={t("articles.import.prefix.hint")}
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://example.com/help/"
          maxLength={2_000}
          value={prefix}
          disabled={busy}
          onChange={(event) => setPrefix(event.target.value)}
        />
      </form>
      <EarlierSites onOpen={onOpen} />
    </>
  );
}

function EarlierSites({ onOpen }: { onOpen: (id: number) => void }) {
  const list = useQuery({
    queryKey: ["site-imports"],
    queryFn: () => api.get<SiteImports>("/site-imports", { query: { limit: 10 } }),
  });
  return (
    <section>
      <h3>{t("articles.import.earlier")}</h3>
      <QueryList
        query={list}
        items={list.data?.items}
        errorText={t("articles.import.earlier.failed")}
        emptyText={t("articles.import.earlier.none")}
      >
        {(items) => (
          <ul>
            {items.map((item) => (
              <li key={item.id} className="line">
                <span className="grow">
                  <bdi>{item.address}</bdi>
                  <span className="t12 soft num"> {describe(item)}</span>
                </span>
                <Button
                  small
                  aria-label={t("articles.import.open.name", { name: item.address })}
                  onClick={() => onOpen(item.id)}
                >
                  {t("articles.import.open")}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </section>
  );
}

const describe = ({ state, operator, created_at }: SiteImport): string =>
  [
    t(`articles.import.state.${state}`),
    operator.name,
    i18n.date(created_at, { dateStyle: "medium", timeStyle: "short" }),
  ].join(" · ");

/** People write addresses without their scheme. */
const toAddress = (given: string): string => {
  const text = given.trim();
  return text === "" || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
};
