import type { Articles } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { Banner } from "../../../ui/badges.tsx";
import { t } from "./text.ts";

/** Says that no article is published, and leads to the articles. */
export function MissingArticles() {
  const query = useQuery({
    queryKey: ["articles", "published", "first"],
    queryFn: () => api.get<Articles>("/articles?state=published&limit=1"),
  });
  if (query.data?.items.length !== 0) return null;
  return (
    <Banner tone="warn">
      <p>{t("agent.articles.none")}</p>
      <Link className="btn small" to="/articles/$" params={{ _splat: "" }}>
        {t("agent.articles.write")}
      </Link>
    </Banner>
  );
}
