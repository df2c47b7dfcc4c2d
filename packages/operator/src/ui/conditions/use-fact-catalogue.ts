import type { Channel, Operator } from "@parlour/protocol";
import type { Bot, Department, Tag } from "@parlour/protocol/api";
import { chatFacts } from "@parlour/protocol/conditions/facts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import type { FactCatalogue } from "./fact-catalogue.ts";

/** Loads the facts of the account and the rows that they name. */
export function useFactCatalogue(): FactCatalogue {
  const me = useCurrentOperator();
  const channels = useQuery({
    queryKey: ["channels", "all"],
    queryFn: () => api.list<Channel>("/channels"),
  });
  const departments = useQuery({
    queryKey: ["departments"],
    queryFn: () => api.list<Department>("/departments"),
  });
  const operators = useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<Operator>("/operators"),
  });
  const bots = useQuery({
    queryKey: ["bots"],
    queryFn: () => api.list<Bot>("/bots"),
    enabled: can(me, "settings"),
  });
  const tags = useQuery({ queryKey: ["tags"], queryFn: () => api.list<Tag>("/tags") });
  return {
    facts: chatFacts,
    rows: {
      channel: channels.data ?? null,
      department: departments.data ?? null,
      operator: operators.data ?? null,
      bot: bots.data ?? null,
      tag: tags.data ?? null,
    },
  };
}
